#include "fix/transformations.h"

#include <iterator>

#include "fix/propose.h"

namespace graphmend::fix {
namespace {

using infer::ObservationKind;

struct Named {
  Transformation transform;
  std::string_view name;
};
#define GM_NAMED(function) {function, #function}
constexpr Named kNames[] = {
    GM_NAMED(DeferMessage),      GM_NAMED(DeferWithMessage),   GM_NAMED(TestSize),
    GM_NAMED(UseLiteral),        GM_NAMED(AssertTensor),       GM_NAMED(RangeForArange),
    GM_NAMED(TestTensor),        GM_NAMED(KeepScalar),         GM_NAMED(ComputeByTensors),
    GM_NAMED(IndexByTensor),     GM_NAMED(ReuseSourceList),    GM_NAMED(CountByScatter),
    GM_NAMED(CountPlaces),       GM_NAMED(FirstPlace),         GM_NAMED(ReduceByMask),
    GM_NAMED(ReduceSelected),    GM_NAMED(WriteByMask),        GM_NAMED(SelectRows),
    GM_NAMED(IndexByNumbers),    GM_NAMED(CloneDetached),      GM_NAMED(DropDisabledBar),
    GM_NAMED(CopyByMethod),      GM_NAMED(WriteDict),          GM_NAMED(CloneHeld),
    GM_NAMED(ListFields),        GM_NAMED(ShowShapeByLocal),   GM_NAMED(CallFunctional),
    GM_NAMED(TestByIsinstance),  GM_NAMED(CompareByIs),        GM_NAMED(TestLeaf),
    GM_NAMED(CompareShapes),     GM_NAMED(SetArguments),       GM_NAMED(MultiplySizes),
    GM_NAMED(NameLogger),        GM_NAMED(CheckTensor),        GM_NAMED(KeepMask),
    GM_NAMED(CompareNeighbours), GM_NAMED(PadForLoss),         GM_NAMED(StoreTensor),
    GM_NAMED(UnbindList),        GM_NAMED(RollByIndex),        GM_NAMED(ReadBeforeCall),
    GM_NAMED(CaptureByFlag),     GM_NAMED(SortStacked),        GM_NAMED(CopyIntoData),
    GM_NAMED(LiftClass),         GM_NAMED(AskAtImport),        GM_NAMED(ChangeAtImport),
    GM_NAMED(ComputeAtEachRead), GM_NAMED(TellDevice),         GM_NAMED(ForgetFilters),
    GM_NAMED(KeepCudnn),         GM_NAMED(EnterByWith),        GM_NAMED(ComputeListByTensors),
    GM_NAMED(KeepUnscripted),    GM_NAMED(SkipImpossibleDraw), GM_NAMED(FailInGraph),
    GM_NAMED(MergeBuffer),       GM_NAMED(MergeBranch),        GM_NAMED(CondCall),
    GM_NAMED(MergeValue),        GM_NAMED(OutlineRegion),
};
#undef GM_NAMED

constexpr KnownTransformation kTransformations[] = {
    {ObservationKind::Print, DeferMessage},
    {ObservationKind::Logging, DeferMessage},
    {ObservationKind::Warning, ForgetFilters},
    {ObservationKind::Warning, DeferMessage},
    {ObservationKind::HostRead, DeferWithMessage},
    {ObservationKind::TensorText, DeferWithMessage},
    {ObservationKind::BranchOn, TestSize},
    {ObservationKind::HostRead, UseLiteral},
    {ObservationKind::HostRead, AssertTensor},
    {ObservationKind::HostRead, RangeForArange},
    {ObservationKind::HostRead, CheckTensor},
    {ObservationKind::HostRead, MultiplySizes},
    {ObservationKind::HostRead, TestTensor},
    {ObservationKind::HostRead, KeepScalar},
    {ObservationKind::HostRead, ComputeByTensors},
    {ObservationKind::DataPredicate, AssertTensor},
    {ObservationKind::TensorAsInt, IndexByTensor},
    {ObservationKind::TensorAsInt, UseLiteral},
    {ObservationKind::TensorAsInt, ReuseSourceList},
    {ObservationKind::DynamicShape, CountByScatter},
    {ObservationKind::DynamicShape, CountPlaces},
    {ObservationKind::DynamicShape, FirstPlace},
    {ObservationKind::DynamicShape, ReduceByMask},
    {ObservationKind::DynamicShape, ReduceSelected},
    {ObservationKind::DynamicShape, WriteByMask},
    {ObservationKind::DynamicShape, SelectRows},
    {ObservationKind::DynamicShape, CompareNeighbours},
    {ObservationKind::DynamicShape, PadForLoss},
    {ObservationKind::BooleanMask, IndexByNumbers},
    {ObservationKind::BooleanMask, ReduceByMask},
    {ObservationKind::BooleanMask, ReduceSelected},
    {ObservationKind::BooleanMask, WriteByMask},
    {ObservationKind::BooleanMask, PadForLoss},
    {ObservationKind::SkippedCall, CloneDetached},

    {ObservationKind::SkippedCall, DropDisabledBar},
    {ObservationKind::SkippedCall, CopyByMethod},
    {ObservationKind::SkippedCall, WriteDict},
    {ObservationKind::SkippedCall, CloneHeld},
    {ObservationKind::SkippedCall, ListFields},
    {ObservationKind::SkippedCall, ShowShapeByLocal},
    {ObservationKind::SkippedCall, CallFunctional},
    {ObservationKind::Numpy, TestByIsinstance},
    {ObservationKind::DataPredicate, CompareByIs},
    {ObservationKind::Autograd, TestLeaf},
    {ObservationKind::SkippedCall, CompareShapes},
    {ObservationKind::Exception, SetArguments},
    {ObservationKind::TensorAsInt, MultiplySizes},
    {ObservationKind::Logging, NameLogger},
    {ObservationKind::HostRead, StoreTensor},
    {ObservationKind::HostRead, UnbindList},
    {ObservationKind::HostRead, ComputeListByTensors},
    {ObservationKind::HostRead, RollByIndex},
    {ObservationKind::HostRead, ReadBeforeCall},
    {ObservationKind::HostRead, CaptureByFlag},
    {ObservationKind::TensorAsInt, CaptureByFlag},
    {ObservationKind::DynamicShape, CaptureByFlag},
    {ObservationKind::BooleanMask, CaptureByFlag},
    {ObservationKind::TruthInCall, SortStacked},
    {ObservationKind::StateMutation, CopyIntoData},
    {ObservationKind::StateMutation, LiftClass},
    {ObservationKind::InputOutput, AskAtImport},
    {ObservationKind::InputOutput, ChangeAtImport},
    {ObservationKind::UnsupportedContext, ComputeAtEachRead},
    {ObservationKind::UnsupportedContext, TellDevice},
    {ObservationKind::UnsupportedContext, KeepCudnn},
    {ObservationKind::UnsupportedContext, EnterByWith},
    {ObservationKind::ModuleCall, KeepUnscripted},

    {ObservationKind::BranchOn, SkipImpossibleDraw},
    {ObservationKind::AssertOn, FailInGraph},
    {ObservationKind::BranchOn, FailInGraph},
    {ObservationKind::BranchOn, MergeBuffer},
    {ObservationKind::BranchOn, KeepMask},
    {ObservationKind::DataPredicate, KeepMask},
    {ObservationKind::BranchOn, MergeBranch},
    {ObservationKind::BranchOn, CondCall},
    {ObservationKind::BranchOn, MergeValue},
    {ObservationKind::TruthInCall, FailInGraph},
    {ObservationKind::TruthInCall, MergeBranch},
    {ObservationKind::DataPredicate, FailInGraph},
    {ObservationKind::DataPredicate, MergeBranch},
    {ObservationKind::DataPredicate, MergeValue},
    {ObservationKind::TruthInCall, MergeValue},

    {ObservationKind::DynamicShape, OutlineRegion},
    {ObservationKind::BooleanMask, OutlineRegion},
    {ObservationKind::LoopOn, OutlineRegion},
    {ObservationKind::BranchOn, OutlineRegion},
    {ObservationKind::HostRead, OutlineRegion},
    {ObservationKind::TensorAsInt, OutlineRegion},
    {ObservationKind::DataPredicate, OutlineRegion},
    {ObservationKind::TruthInCall, OutlineRegion},
    {ObservationKind::AssertOn, OutlineRegion},
};

}  // namespace

std::string_view NameOf(Transformation transform) {
  for (const Named& named : kNames)
    if (named.transform == transform) return named.name;
  return {};
}

std::vector<std::string_view> TransformationNames() {
  std::vector<std::string_view> names;
  for (const Named& named : kNames) names.push_back(named.name);
  return names;
}

const std::vector<KnownTransformation>& Transformations() {
  static const std::vector<KnownTransformation> kAll(std::begin(kTransformations),
                                                     std::end(kTransformations));
  return kAll;
}

}  // namespace graphmend::fix
