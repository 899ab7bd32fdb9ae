// All transformations, by the kinds of observation that they answer. For one finding they are asked
// in this order, and the first that answers with a fix is taken; where all decline, the first
// reason is given.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// messages.cpp: print, logging, warnings
std::optional<Proposal> DeferMessage(const Finding& finding);
std::optional<Proposal> DeferWithMessage(const Finding& finding);

// guard_message.cpp: the message only where the code runs uncompiled
Proposal GuardMessage(const Finding& finding);

// host_numbers.cpp: numbers that Python need not have
std::optional<Proposal> IndexByTensor(const Finding& finding);
std::optional<Proposal> UseLiteral(const Finding& finding);
std::optional<Proposal> KeepScalar(const Finding& finding);
std::optional<Proposal> AssertTensor(const Finding& finding);
std::optional<Proposal> RangeForArange(const Finding& finding);

// computed_numbers.cpp: numbers that Python computes with before a tensor takes them
std::optional<Proposal> ComputeByTensors(const Finding& finding);
std::optional<Proposal> ComputeListByTensors(const Finding& finding);

// tested_sizes.cpp: sizes that are asked of a tensor made of them
std::optional<Proposal> TestSize(const Finding& finding);

// tested_reads.cpp: numbers and bools that only tests ask for
std::optional<Proposal> TestTensor(const Finding& finding);

// host_arguments.cpp: numbers that are read from an argument
std::optional<Proposal> ReadBeforeCall(const Finding& finding);

// capture_flags.cpp: numbers and sizes that a flag keeps in the graph
std::optional<Proposal> CaptureByFlag(const Finding& finding);

// small_rewrites.cpp: calls and items that have an equal which is traced
std::optional<Proposal> CloneDetached(const Finding& finding);
std::optional<Proposal> IndexByNumbers(const Finding& finding);
std::optional<Proposal> CountByScatter(const Finding& finding);

// mask_reads.cpp, mask_writes.cpp: selected elements that are reduced, or written back
std::optional<Proposal> ReduceByMask(const Finding& finding);
std::optional<Proposal> WriteByMask(const Finding& finding);
// counted_places.cpp: places of a mask of which only the number, or the first, is asked
std::optional<Proposal> CountPlaces(const Finding& finding);
std::optional<Proposal> FirstPlace(const Finding& finding);
// selected_terms.cpp: selected elements that are computed with and then reduced
std::optional<Proposal> ReduceSelected(const Finding& finding);
// mask_rows.cpp: rows that a block computes, in the function or in one that it hands them to
std::optional<Proposal> SelectRows(const Finding& finding);

// reuse_source_list.cpp: a tensor made of a list of ints, where only its numbers are used
std::optional<Proposal> ReuseSourceList(const Finding& finding);

// draws.cpp: a uniform draw against a limit that Python knows, as layer drop does it
std::optional<Proposal> SkipImpossibleDraw(const Finding& finding);

// plain_calls.cpp: calls and tests that plain Python says as well
std::optional<Proposal> DropDisabledBar(const Finding& finding);
std::optional<Proposal> CopyByMethod(const Finding& finding);
std::optional<Proposal> TestByIsinstance(const Finding& finding);
std::optional<Proposal> CompareByIs(const Finding& finding);
std::optional<Proposal> WriteDict(const Finding& finding);
std::optional<Proposal> TestLeaf(const Finding& finding);
std::optional<Proposal> CompareShapes(const Finding& finding);
std::optional<Proposal> SetArguments(const Finding& finding);
std::optional<Proposal> MultiplySizes(const Finding& finding);

// kept_tensors.cpp: values that stay tensors
std::optional<Proposal> StoreTensor(const Finding& finding);
std::optional<Proposal> UnbindList(const Finding& finding);
std::optional<Proposal> RollByIndex(const Finding& finding);
std::optional<Proposal> SortStacked(const Finding& finding);
std::optional<Proposal> CopyIntoData(const Finding& finding);

// kept_masks.cpp: masks that are dropped where all of them says the same
std::optional<Proposal> KeepMask(const Finding& finding);

// counted_runs.cpp: what only asks whether neighbours differ; targets of a loss that takes rows
std::optional<Proposal> CompareNeighbours(const Finding& finding);
std::optional<Proposal> PadForLoss(const Finding& finding);

// copies.cpp: deep copies of what is known to be held
std::optional<Proposal> CloneHeld(const Finding& finding);
std::optional<Proposal> ListFields(const Finding& finding);

// hoists.cpp: what can run once, when the module is imported
std::optional<Proposal> AskAtImport(const Finding& finding);
std::optional<Proposal> ChangeAtImport(const Finding& finding);
std::optional<Proposal> LiftClass(const Finding& finding);
std::optional<Proposal> NameLogger(const Finding& finding);

// elsewhere.cpp: breaks that are mended where something is defined or made
std::optional<Proposal> ComputeAtEachRead(const Finding& finding);
std::optional<Proposal> KeepUnscripted(const Finding& finding);

// torch_checks.cpp: torch._check on a tensor, or with a message about one
std::optional<Proposal> CheckTensor(const Finding& finding);
std::optional<Proposal> ShowShapeByLocal(const Finding& finding);

// device_block.cpp: with torch.device(…)
std::optional<Proposal> TellDevice(const Finding& finding);

// with_blocks.cpp: contexts that a block does without, or enters by `with`
std::optional<Proposal> ForgetFilters(const Finding& finding);
std::optional<Proposal> KeepCudnn(const Finding& finding);
std::optional<Proposal> EnterByWith(const Finding& finding);

// functional_modules.cpp: a module that is made and called at once
std::optional<Proposal> CallFunctional(const Finding& finding);

// merge_branch.cpp: both sides of a branch, and a selection
std::optional<Proposal> MergeBranch(const Finding& finding);
// The outermost `if` of the chain whose test holds the finding; none where it stands elsewhere.
syntax::StmtId BranchOf(const Finding& finding);

// cond_calls.cpp: a branch that calls one module or another
std::optional<Proposal> CondCall(const Finding& finding);

// merge_buffer.cpp: a branch that keeps one of two tensors as a buffer
std::optional<Proposal> MergeBuffer(const Finding& finding);

// merge_value.cpp: a conditional expression on a tensor
std::optional<Proposal> MergeValue(const Finding& finding);

// guards.cpp: tests that only raise
std::optional<Proposal> FailInGraph(const Finding& finding);
// What a statement raises that is a check of torch's, where what it is given first does not hold:
// torch._assert, torch._check and its like. None where it is another one.
std::optional<std::string_view> CheckedBy(const Finding& finding, syntax::StmtId stmt);

// outline.cpp: a loop as an operator of its own, where that is asked for
std::optional<Proposal> OutlineRegion(const Finding& finding);

struct KnownTransformation {
  infer::ObservationKind kind;
  Transformation transform;
};
const std::vector<KnownTransformation>& Transformations();
// As it is called here; empty for what is none of these.
std::string_view NameOf(Transformation transform);

}  // namespace graphmend::fix
