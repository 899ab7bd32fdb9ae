// The operands of an instruction and the successors of a block, for whoever treats all kinds alike.
#pragma once

#include "base/match.h"
#include "flow/graph.h"

namespace graphmend::flow {

// Calls `visit(TempId)` for each temp that `node` uses; None ids are skipped.
template <class Visit>
void ForEachOperand(const InstNode& node, Visit visit) {
  auto use = [&](auto... temps) { ((temps ? visit(temps) : void()), ...); };
  auto use_all = [&](std::span<const TempId> temps) {
    for (TempId temp : temps) use(temp);
  };
  auto use_args = [&](std::span<const CallArg> args) {
    for (const CallArg& arg : args) use(arg.value);
  };
  base::Match(
      node, [](const Const&) {}, [](const Load&) {}, [&](const Store& i) { use(i.value); },
      [](const Delete&) {}, [](const LoadName&) {}, [&](const StoreName& i) { use(i.value); },
      [&](const GetAttr& i) { use(i.object); }, [&](const SetAttr& i) { use(i.object, i.value); },
      [&](const DelAttr& i) { use(i.object); }, [&](const GetItem& i) { use(i.object, i.index); },
      [&](const SetItem& i) { use(i.object, i.index, i.value); },
      [&](const DelItem& i) { use(i.object, i.index); }, [&](const Unary& i) { use(i.operand); },
      [&](const Binary& i) { use(i.left, i.right); },
      [&](const Compare& i) { use(i.left, i.right); },
      [&](const Call& i) { use(i.callee), use_args(i.args); },
      [&](const Build& i) { use_all(i.items); },
      [&](const BuildSlice& i) { use(i.lower, i.upper, i.step); },
      [&](const Append& i) { use(i.container, i.key, i.value); },
      [&](const Format& i) { use(i.value, i.spec); }, [&](const GetIter& i) { use(i.iterable); },
      [&](const Next& i) { use(i.iterator); }, [&](const Unpack& i) { use(i.source); },
      [&](const MakeFunction& i) { use_all(i.defaults); },
      [&](const MakeClass& i) { use_args(i.bases); }, [](const Import&) {},
      [&](const EnterWith& i) { use(i.context); }, [&](const ExitWith& i) { use(i.context); },
      [&](const CatchException& i) { use(i.type); },
      [&](const MatchTest& i) { use(i.subject, i.operand); }, [&](const Yield& i) { use(i.value); },
      [&](const Await& i) { use(i.value); }, [](const Unknown&) {}, [](std::monostate) {});
}

// Calls `visit(TempId)` for each temp that `node` uses, the informative chain of a Branch aside.
template <class Visit>
void ForEachOperand(const TerminatorNode& node, Visit visit) {
  auto use = [&](TempId temp) {
    if (temp) visit(temp);
  };
  base::Match(
      node, [](const Jump&) {}, [&](const Branch& t) { use(t.condition); },
      [&](const ForIter& t) { use(t.iterator); }, [&](const Return& t) { use(t.value); },
      [&](const Raise& t) { use(t.exception); }, [](const Unreachable&) {}, [](std::monostate) {});
}

// Calls `visit(BlockId&)` for each target of the terminator, the likelier path first.
template <class Node, class Visit>
void ForEachTarget(Node& terminator, Visit visit) {
  if (auto* jump = std::get_if<Jump>(&terminator)) visit(jump->target);
  if (auto* branch = std::get_if<Branch>(&terminator)) {
    visit(branch->if_true);
    visit(branch->if_false);
  }
  if (auto* loop = std::get_if<ForIter>(&terminator)) {
    visit(loop->body);
    visit(loop->exit);
  }
}

}  // namespace graphmend::flow
