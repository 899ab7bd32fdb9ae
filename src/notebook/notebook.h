// Jupyter notebooks as Python: the code of their cells, on the lines that it has in the file, so
// that a place in it is a place in the file. What is not code is blank. Where lines of code do not
// stand on lines of their own (a file without line ends, say), cells follow one another instead.
// Between two cells there is a line that belongs to none.
//
// What IPython adds to Python is passed over: `%magic`, `!command`, `name?`, cells of `%%magic`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "source/notebook.h"
#include "source/source_file.h"

namespace graphmend::notebook {

struct Notebook {
  struct Cell {
    std::uint32_t number = 0;           // among all cells, from 1
    std::uint32_t first = 0, last = 0;  // lines of `code`
    // The value of `source` in the file's bytes; nothing: it cannot be written anew.
    std::size_t begin = 0, end = 0;
  };
  std::string code;
  std::vector<Cell> cells;             // those with code, in order
  std::vector<std::uint32_t> special;  // lines that say something else in the cell: `%magic`
};

// Where its cells lie in its code; null: no notebook, no cells.
std::vector<source::Cell> CellsOf(const Notebook* notebook);

// Fails, with the place, on what is no notebook. One that is not in Python has no code.
base::Result<Notebook> ReadNotebook(std::string_view bytes, const std::string& shown);

using source::IsNotebook;

}  // namespace graphmend::notebook
