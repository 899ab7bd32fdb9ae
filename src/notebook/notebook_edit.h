// Fixes in notebooks: edits of the Python that a notebook is read as, written into the `source` of
// its cells. Every other byte of the file stays: outputs, metadata, the order and the layout of the
// JSON, and the lines of code that are not edited.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"
#include "notebook/notebook.h"

namespace graphmend::notebook {

// Whether each edit stays within one cell, on lines that say there what they say in `code`.
bool FitsCells(const Notebook& notebook, const source::SourceFile& code,
               const std::vector<diag::Edit>& edits);

// The file with the edits, which fit, are sorted and do not overlap. `notebook` was read from
// `bytes`, and `code` is its code.
std::string WithCellEdits(std::string_view bytes, const Notebook& notebook,
                          const source::SourceFile& code, const std::vector<diag::Edit>& edits);

}  // namespace graphmend::notebook
