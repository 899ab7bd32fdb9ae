#include "fixes/deferrable.h"

#include "fix/message_calls.h"

namespace graphmend::fix {

using infer::FactKind;

std::optional<Declined> WhyNotDeferred(const Finding& finding, const Message& message,
                                       const syntax::Call& call) {
  int position = 0;
  for (const syntax::Arg& arg : call.args) {
    std::string_view name = arg.name.text();
    if (arg.kind == syntax::ArgKind::DoubleStar)
      return Declined{"what `**" + std::string(finding.Text(arg.value)) +
                      "` holds is not known; write the keywords out"};
    if (arg.kind == syntax::ArgKind::Star && message.kind == MessageKind::Warn)
      return Declined{"what `*" + std::string(finding.Text(arg.value)) +
                      "` holds is not known; write the arguments out"};
    if (message.kind == MessageKind::Print && name == "file" &&
        !finding.Fact(arg.value).Is(FactKind::None) && StreamOf(finding, arg.value).empty())
      return Declined{
          "it prints to another file; only standard output and standard error are deferred"};
    if (message.kind == MessageKind::Log && arg.kind == syntax::ArgKind::Keyword)
      return Declined{
          "`" + std::string(name) +
          "` needs the call's own stack or record; log without it, or outside the compiled code"};
    if (message.kind == MessageKind::Warn) {
      if (position == 0 && arg.kind == syntax::ArgKind::Positional &&
          !finding.Fact(arg.value).OneOf(FactKind::Str))
        return Declined{"the message is not known to be a string; pass a string"};
      const bool known = name.empty() ? position < 2 : name == "message" || name == "category";
      if (!known)
        return Declined{
            "the place that the warning names depends on its caller (`stacklevel`), which does "
            "not exist when compiled; leave it out"};
    }
    ++position;
  }
  return std::nullopt;
}

}  // namespace graphmend::fix
