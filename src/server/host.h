// What the server asks of the engine: facts of a file, as data that is ready to be sent, and a look
// at the whole workspace in the background.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/document.h"

namespace graphmend::server {

enum class Severity { Error = 1, Warning = 2, Information = 3 };  // LSP's numbers

struct Related {
  std::string path;
  Range range;
  std::string message;
};

struct TextEdit {
  Range range;
  std::string text;
};

struct Action {
  std::string title;
  bool is_fix = false;     // of the finding; else it suppresses it
  bool preferred = false;  // safe
  std::vector<TextEdit> edits;
};

struct Finding {
  Range range;
  Severity severity = Severity::Warning;
  std::string code, url;
  std::string message;
  std::string markdown;  // for hovering
  std::vector<Related> related;
  std::vector<Action> actions;
  std::uint32_t statement_line = 0;
  bool unnecessary = false;  // an editor may fade it
  bool can_be_suppressed = true;
};

struct Lens {
  Range range;
  std::string title;
};

struct FileFacts {
  std::vector<Finding> findings;
  std::vector<Lens> lenses;
};

struct Message {
  bool is_error = false;
  std::string text;
};

class Host {
 public:
  virtual ~Host() = default;

  virtual void SetUnit(source::ColumnUnit unit) = 0;
  virtual void SetFolders(std::vector<std::string> folders) = 0;
  virtual void SetBuffer(const std::string& path, std::string text) = 0;
  virtual void DropBuffer(const std::string& path) = 0;

  // Of a file as its buffer is now; takes as long as one file takes.
  virtual FileFacts Analyse(const std::string& path) = 0;
  // The edit that suppresses a finding of that file by a comment; none where there is no place.
  virtual std::optional<Action> Suppression(const std::string& path, const Finding& finding) = 0;
  // Starts a look at all folders, in the background; one that is under way is given up.
  virtual void Refresh() = 0;
  virtual bool IsRefreshing() const = 0;
  // When one has come to its end: the facts of every file that has any.
  virtual std::optional<std::map<std::string, FileFacts>> TakeRefreshed() = 0;
  // What the user should be told: settings that are wrong, failures.
  virtual std::vector<Message> TakeMessages() = 0;
};

}  // namespace graphmend::server
