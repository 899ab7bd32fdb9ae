// Files where the standard library leaves off: written whole, and known by one name each.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace graphmend::os {

// Makes `text` what is in the file: it appears under its name only once it is complete. A file that
// was there keeps its permissions, and a link to it stays a link. What is no file, such as a device
// or a pipe, is written to as it is; a directory is std::errc::is_a_directory.
std::error_code WriteFile(const std::string& path, std::string_view text);

// The one path, without links and as it is spelt on disk, of what is there.
std::filesystem::path RealPath(const std::filesystem::path& path, std::error_code& error);

// Whether it leads elsewhere: a symbolic link, or what else the system has of that kind.
bool IsLink(const std::filesystem::directory_entry& entry);

}  // namespace graphmend::os
