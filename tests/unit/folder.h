// A directory of its own for a test, gone with it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <system_error>

#include "base/path.h"
#include "os/files.h"

namespace graphmend {

class Folder {
 public:
  Folder() {
    namespace fs = std::filesystem;
    std::random_device random;
    fs::path made;
    do made = fs::temp_directory_path() / ("graphmend-" + std::to_string(random()));
    while (!fs::create_directory(made));
    std::error_code error;
    path_ = os::RealPath(made, error);
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  Folder& File(const std::string& name, const std::string& text = "") {
    std::filesystem::create_directories((path_ / base::ToPath(name)).parent_path());
    std::ofstream(path_ / base::ToPath(name), std::ios::binary) << text;
    return *this;
  }
  // False where there can be no links: the file system or the standard library has none.
  bool Link(const std::string& target, const std::string& name) {
    std::error_code error;
    std::filesystem::create_directories((path_ / base::ToPath(name)).parent_path());
    std::filesystem::create_symlink(base::ToPath(target), path_ / base::ToPath(name), error);
    return !error;
  }

  const std::filesystem::path& path() const { return path_; }
  std::string Path(const std::string& name) const {
    return name.empty() ? base::ToText(path_) : base::ToText(path_ / base::ToPath(name));
  }
  std::string Read(const std::string& name) const {
    std::ifstream stream(path_ / base::ToPath(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  std::size_t Count() const {
    auto count = std::distance(std::filesystem::directory_iterator(path_), {});
    return static_cast<std::size_t>(count);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace graphmend
