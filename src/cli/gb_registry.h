// PyTorch's own registry of graph breaks, as embedded: which ids there are, and what each is
// called.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace graphmend::cli {

class GbRegistry {
 public:
  GbRegistry();

  const std::string& release() const { return release_; }  // of torch: "2.13"
  std::optional<std::string> Title(const std::string& id) const;

 private:
  std::string release_;
  std::map<std::string, std::string> titles_;
};

}  // namespace graphmend::cli
