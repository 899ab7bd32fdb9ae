#include "settings/read.h"

// Debian's pkg-config file asks for the shared library, which a program that needs only libc must
// not load; the parser is compiled into this file instead.
#undef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1
#undef TOML_SHARED_LIB
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
namespace graphmend::settings {
// Some broken files trip an assertion of the parser: one more way to be no TOML. With NDEBUG it
// would go on from there. (In its functions that must not throw, no input leads to one.)
struct ParserGaveUp {};
}  // namespace graphmend::settings
#undef NDEBUG
#pragma GCC diagnostic ignored "-Wterminate"
#define TOML_ASSERT(expr) ((expr) ? void() : throw graphmend::settings::ParserGaveUp())
#include <toml++/toml.h>

#include <algorithm>
#include <vector>

#include "base/suggest.h"
#include "base/utf8.h"
#include "settings/table.h"

namespace graphmend::settings {
namespace {

struct Fault {
  toml::source_position position;
  base::Error error;
};

std::string_view TypeName(Type type) {
  switch (type) {
    case Type::Flag: return "true or false";
    case Type::Text: return "a string";
    case Type::List: return "a list of strings";
    case Type::TextTable: return "a table of strings";
    case Type::ListTable: break;
  }
  return "a table of lists of strings";
}

std::string_view Article(toml::node_type type) {
  switch (type) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "an integer";
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "true or false";
    case toml::node_type::none: return "nothing";
    default: return "a date or time";
  }
}

// One table of settings; what is wrong in it is gathered, so that the first by place is told.
class Reader {
 public:
  Reader(Layer& layer, std::string table) : layer_(layer), table_(std::move(table)) {}

  void Read(const toml::table& table, const std::string& prefix = "") {
    for (auto&& [key, node] : table) {
      std::string name = prefix + std::string(key.str());
      if (const Setting* setting = FindSetting(name)) {
        ReadSetting(*setting, key.source().begin, node);
      } else if (node.is_table() && IsGroup(name)) {
        Read(*node.as_table(), name + ".");
      } else if (name == kReadByPackage && node.is_table()) {
        continue;
      } else {
        Fail(key.source().begin, UnknownKey(name));
      }
    }
  }

  // The first fault, with its place in front.
  std::optional<base::Error> TakeError() const {
    if (faults_.empty()) return std::nullopt;
    auto first =
        std::min_element(faults_.begin(), faults_.end(),
                         [](const Fault& a, const Fault& b) { return a.position < b.position; });
    return base::Error{PlaceOf(first->position).Text() + ": " + first->error.message,
                       first->error.hint};
  }

 private:
  void Fail(toml::source_position position, base::Error error) {
    faults_.push_back({position, std::move(error)});
  }

  Place PlaceOf(toml::source_position position) const {
    return {layer_.source, position.line, position.column};
  }

  static bool IsGroup(const std::string& name) {
    return std::any_of(Settings().begin(), Settings().end(),
                       [&](const Setting& setting) { return setting.key.starts_with(name + "."); });
  }

  base::Error UnknownKey(const std::string& name) const {
    std::vector<std::string_view> keys;
    for (const Setting& setting : Settings()) keys.push_back(setting.key);
    std::string hint = base::DidYouMean(name, keys);
    if (name == "tool" && table_.empty())
      hint =
          "in a file of graphmend's own, all settings stand below [tool.graphmend], or all "
          "without that heading";
    if (hint.empty()) hint = "`graphmend config` lists the settings";
    return {"there is no setting `" + name + "`" + table_, hint};
  }

  void WrongType(const Setting& setting, const toml::node& node, std::string_view wanted) {
    Fail(node.source().begin,
         {"`" + std::string(setting.key) + "` must be " + std::string(wanted) + ", not " +
              std::string(Article(node.type())),
          "for example " + std::string(setting.key) + " = " + std::string(setting.example)});
  }

  std::optional<std::string> Text(const Setting& setting, const toml::node& node,
                                  std::string_view wanted) {
    const auto* text = node.as_string();
    if (!text) {
      WrongType(setting, node, wanted);
      return std::nullopt;
    }
    return text->get();
  }

  // The value, if it has the right type, is checked as a whole; here its parts, for their places.
  void CheckPart(const Setting& setting, const toml::node& node, Value part) {
    if (auto error = CheckValue(setting, part)) {
      error->message = "`" + std::string(setting.key) + "`: " + error->message;
      Fail(node.source().begin, *error);
    }
  }

  std::vector<std::string> List(const Setting& setting, const toml::node& node) {
    std::vector<std::string> texts;
    const toml::array* array = node.as_array();
    if (!array) {
      WrongType(setting, node, TypeName(setting.type));
      return texts;
    }
    for (const toml::node& element : *array) {
      std::optional<std::string> text = Text(setting, element, TypeName(setting.type));
      if (!text) continue;
      CheckPart(setting, element, std::vector{*text});
      texts.push_back(*std::move(text));
    }
    return texts;
  }

  std::optional<Value> ReadTable(const Setting& setting, const toml::node& node) {
    const toml::table* table = node.as_table();
    if (!table) {
      WrongType(setting, node, TypeName(setting.type));
      return std::nullopt;
    }
    Table rows;
    for (auto&& [key, value] : *table) {
      if (setting.check_name)
        if (auto error = setting.check_name(key.str())) {
          error->message = "`" + std::string(setting.key) + "`: " + error->message;
          Fail(key.source().begin, *error);
        }
      std::vector<std::string> texts;
      if (setting.type == Type::ListTable) {
        texts = List(setting, value);
      } else if (auto text = Text(setting, value, TypeName(setting.type))) {
        CheckPart(setting, value, *text);
        texts.push_back(*std::move(text));
      }
      rows.emplace_back(std::string(key.str()), std::move(texts));
    }
    return rows;
  }

  std::optional<Value> ReadValue(const Setting& setting, const toml::node& node) {
    switch (setting.type) {
      case Type::Flag:
        if (const auto* flag = node.as_boolean()) return Value(flag->get());
        WrongType(setting, node, TypeName(setting.type));
        return std::nullopt;
      case Type::Text: {
        std::optional<std::string> text = Text(setting, node, TypeName(setting.type));
        if (!text) return std::nullopt;
        CheckPart(setting, node, *text);
        return Value(*std::move(text));
      }
      case Type::List: return Value(List(setting, node));
      case Type::TextTable:
      case Type::ListTable: break;
    }
    return ReadTable(setting, node);
  }

  void ReadSetting(const Setting& setting, toml::source_position position, const toml::node& node) {
    if (std::optional<Value> value = ReadValue(setting, node))
      layer_.items.insert_or_assign(std::string(setting.key),
                                    Item{*std::move(value), PlaceOf(position)});
  }

  Layer& layer_;
  std::string table_;  // " in [tool.graphmend]", for messages
  std::vector<Fault> faults_;
};

// What is wrong with text that is no TOML, and where.
struct SyntaxFault {
  toml::source_position position;
  std::string description;
};

base::Result<toml::table> Parse(std::string_view text, SyntaxFault& fault) {
  // The parser takes it that its input is UTF-8.
  std::string valid = base::ToValidUtf8(text);
  std::size_t bad =
      std::mismatch(text.begin(), text.end(), valid.begin(), valid.end()).first - text.begin();
  if (bad < text.size() || valid.size() != text.size()) {
    auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    fault = {{static_cast<toml::source_index>(line + 1), 1}, "this line is not UTF-8"};
    return base::Error{fault.description, ""};
  }
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    fault = {error.source().begin, std::string(error.description())};
    return base::Error{fault.description, ""};
  } catch (const ParserGaveUp&) {
    fault = {{1, 1}, "a key or a table heading is not well formed"};
    return base::Error{fault.description, ""};
  }
}

// A file of graphmend's own may have the heading that pyproject.toml needs, for all that it holds.
const toml::table* SettingsIn(const toml::table& parsed, bool own) {
  const toml::table* headed = parsed["tool"]["graphmend"].as_table();
  return own && !(headed && parsed.size() == 1) ? &parsed : headed;
}

}  // namespace

base::Result<std::shared_ptr<const Layer>> ReadToml(std::string_view text, FileKind kind,
                                                    std::string source, std::string directory) {
  bool own = kind == FileKind::Own;
  SyntaxFault fault;
  base::Result<toml::table> parsed = Parse(text, fault);
  if (!parsed) {
    // Somebody else's pyproject.toml that is broken says nothing about graphmend.
    if (!own && text.find("graphmend") == std::string_view::npos)
      return std::shared_ptr<const Layer>();
    Place place{source, fault.position.line, fault.position.column};
    return base::Error{place.Text() + ": no valid TOML: " + fault.description, ""};
  }
  const toml::table* table = SettingsIn(*parsed, own);
  if (!table) return std::shared_ptr<const Layer>();
  auto layer = std::make_shared<Layer>();
  layer->source = std::move(source);
  layer->directory = std::move(directory);
  Reader reader(*layer, table == &*parsed ? "" : " in [tool.graphmend]");
  reader.Read(*table);
  if (auto error = reader.TakeError()) return *error;
  return std::shared_ptr<const Layer>(std::move(layer));
}

base::Result<std::shared_ptr<const Layer>> ReadAssignment(std::string_view text,
                                                          std::string directory) {
  std::size_t equals = text.find('=');
  std::string key(text.substr(0, equals)), value(text.substr(equals + 1));
  while (key.ends_with(' ')) key.pop_back();
  value.erase(0, std::min(value.find_first_not_of(' '), value.size()));
  std::string source = "--config " + key;
  const Setting* setting = FindSetting(key);
  bool bare =
      setting && setting->type == Type::Text && !value.starts_with('"') && !value.starts_with('\'');
  auto layer = std::make_shared<Layer>();
  layer->source = source;
  layer->directory = std::move(directory);
  if (bare) {
    if (auto error = CheckValue(*setting, value))
      return base::Error{source + ": " + error->message, error->hint};
    layer->items.emplace(key, Item{value, {source, 0, 0}});
    return std::shared_ptr<const Layer>(std::move(layer));
  }
  SyntaxFault fault;
  base::Result<toml::table> parsed = Parse(key + " = " + value, fault);
  if (!parsed)
    return base::Error{
        source + ": `" + value + "` is no TOML value: " + fault.description,
        setting ? "for example --config '" + key + "=" + std::string(setting->example) + "'"
                : "for example --config 'min-severity=\"warning\"'"};
  Reader reader(*layer, "");
  reader.Read(*parsed);
  if (auto error = reader.TakeError()) {
    // There is no file, so no line in it either.
    std::size_t place = error->message.find(": ", source.size());
    return base::Error{source + error->message.substr(place), error->hint};
  }
  for (auto& [name, item] : layer->items) item.place = {source, 0, 0};
  return std::shared_ptr<const Layer>(std::move(layer));
}

}  // namespace graphmend::settings
