// `Match(variant, cases…)`: visit a variant with one lambda per alternative. A forgotten
// alternative does not compile, which makes the compiler the checklist when a kind is added.
#pragma once

#include <utility>
#include <variant>

namespace graphmend::base {

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

template <class Variant, class... Cases>
decltype(auto) Match(Variant&& variant, Cases&&... cases) {
  return std::visit(Overload{std::forward<Cases>(cases)...}, std::forward<Variant>(variant));
}

}  // namespace graphmend::base
