// Settings as they are written: each key with its value and its place, in layers.
//
//   Layer   what one file, one `--config KEY=VALUE` or the command line sets; every value has been
//           checked against the table of settings (settings/table.h)
//   Stack   the layers that hold for a path, the strongest last
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace graphmend::settings {

// Where a value is written: "pyproject.toml:12:1", or the option that gives it.
struct Place {
  std::string source;  // a file as the user is shown it, or an option: "--select"
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  std::string Text() const;
};

using Table = std::vector<std::pair<std::string, std::vector<std::string>>>;
using Value = std::variant<bool, std::string, std::vector<std::string>, Table>;

struct Item {
  Value value;
  Place place;
};

struct Layer {
  std::string source;     // as `Place::source`
  std::string directory;  // absolute: what paths and patterns in it are relative to
  std::map<std::string, Item, std::less<>> items;
};

class Stack {
 public:
  void Push(std::shared_ptr<const Layer> layer) { layers_.push_back(std::move(layer)); }
  const std::vector<std::shared_ptr<const Layer>>& layers() const { return layers_; }

  // What the strongest layer that has `key` says, and which layer that is; nulls: no layer has it.
  struct Found {
    const Item* item = nullptr;
    const Layer* layer = nullptr;
    explicit operator bool() const { return item != nullptr; }
  };
  Found Find(std::string_view key) const;

 private:
  std::vector<std::shared_ptr<const Layer>> layers_;
};

}  // namespace graphmend::settings
