#include "settings/layer.h"

namespace graphmend::settings {

std::string Place::Text() const {
  if (line == 0) return source;
  return source + ":" + std::to_string(line) + ":" + std::to_string(column);
}

Stack::Found Stack::Find(std::string_view key) const {
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    auto found = (*layer)->items.find(key);
    if (found != (*layer)->items.end()) return {&found->second, layer->get()};
  }
  return {};
}

}  // namespace graphmend::settings
