// Names of what one unit of analysis keeps, and the words that all its parts use.
#pragma once

#include "names/program.h"
#include "values/value.h"

namespace graphmend::infer {

using base::Symbol;
using names::FileId;
using names::ParsedFile;
using source::Span;
using values::CallableId;
using values::ClassId;
using values::ObjectId;
using values::OriginId;
using values::Ref;
using values::ValueId;
using values::Values;
using values::Why;

class Frame;
class Unit;
struct TransferCall;
struct CellsTag;
struct ContextTag;
struct DefinitionTag;
using DefinitionId = base::Id<DefinitionTag>;
using CellsId = base::Id<CellsTag>;
using ContextId = base::Id<ContextTag>;

}  // namespace graphmend::infer
