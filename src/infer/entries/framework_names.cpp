#include "infer/entries/framework_names.h"

#include <algorithm>

namespace graphmend::infer {
namespace {

constexpr std::string_view kOverlay = "overlay.";
constexpr std::string_view kCompiles = "@compiles(";
// A method that compiles what it is called on tells by its own name, wherever that comes from.
constexpr std::string_view kCompilesSelf = "@transfer(\"compile\", ";

// The word behind `keyword`, as far as a name goes.
std::string WordAfter(std::string_view text, std::size_t at, std::string_view keyword) {
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + keyword.size());
  return std::string(text.substr(0, text.find_first_of("(: \n")));
}

void AddNames(std::string_view package, std::string_view text, std::vector<FrameworkName>& out) {
  constexpr std::string_view kClass = "\nclass ", kDef = "def ";
  for (std::size_t at = text.find(kCompiles); at != std::string_view::npos;
       at = text.find(kCompiles, at + 1)) {
    const bool is_method = at > 0 && text[at - 1] != '\n';
    const std::string name = is_method ? WordAfter(text, text.rfind(kClass, at), kClass)
                                       : WordAfter(text, text.find(kDef, at), kDef);
    const bool known = std::any_of(out.begin(), out.end(), [&](const FrameworkName& n) {
      return n.package == package && n.name == name;
    });
    if (!name.empty() && !known) out.push_back({std::string(package), name});
  }
  for (std::size_t at = text.find(kCompilesSelf); at != std::string_view::npos;
       at = text.find(kCompilesSelf, at + 1))
    out.push_back({"", WordAfter(text, text.find(kDef, at), kDef)});
}

}  // namespace

// Stubs are the first files of a program.
std::vector<FrameworkName> FrameworkNames(const names::Program& program) {
  std::vector<FrameworkName> out;
  for (std::uint32_t i = 0; i < program.FileCount(); ++i) {
    const names::FileId file(i);
    if (!program.Info(file).is_stub) break;
    std::string_view module = program.Info(file).module;
    if (!module.starts_with(kOverlay)) continue;
    module.remove_prefix(kOverlay.size());
    const std::string_view bytes = program.Bytes(file);
    if (bytes.find(kCompiles) == std::string_view::npos &&
        bytes.find(kCompilesSelf) == std::string_view::npos)
      continue;
    const std::string text = "\n" + std::string(bytes);  // a class may come first
    AddNames(module.substr(0, module.find('.')), text, out);
  }
  return out;
}

bool MentionsFramework(const std::vector<FrameworkName>& names, std::string_view text) {
  return std::any_of(names.begin(), names.end(), [&](const FrameworkName& n) {
    return text.find(n.name) != std::string_view::npos &&
           text.find(n.package) != std::string_view::npos;
  });
}

}  // namespace graphmend::infer
