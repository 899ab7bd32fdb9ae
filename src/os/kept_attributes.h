// What a file has besides its text, for the one that takes its place: owner and group, permissions,
// extended attributes with access lists; not for other folders.
#pragma once

#include <sys/types.h>

#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace graphmend::os {

class KeptAttributes {
 public:
  // Of `name` in the open directory; an error where they cannot all be kept, or where it is no
  // regular file. Nothing is there: there is nothing to keep.
  std::error_code Read(int directory, const std::string& name);
  // Gives them to the open file. setuid and setgid were for the text that was there, and are not
  // given on.
  std::error_code GiveTo(int file) const;

  bool exists() const { return exists_; }

 private:
  std::error_code ReadExtended(int file);
  std::error_code GiveExtended(int file) const;

  bool exists_ = false;
  uid_t owner_ = 0;
  gid_t group_ = 0;
  mode_t mode_ = 0;
  std::vector<std::pair<std::string, std::string>> extended_;
};

}  // namespace graphmend::os
