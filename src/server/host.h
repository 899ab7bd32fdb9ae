// What the server asks of the engine: facts of a file, as data that is ready to be sent, and a look
// at the whole workspace in the background.
#pragma once

#include <functional>
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
  std::string title;       // names a fix that is not safe as such, and what may differ
  bool preferred = false;  // a safe fix
  std::vector<TextEdit> edits;
};

// What is done to a whole file at once, by LSP's kind of action.
enum class FileAction {
  FixAll,               // all safe fixes
  OrganizeSuppressions  // comments that suppress nothing go
};

struct Finding {
  Range range;
  Severity severity = Severity::Warning;
  std::string code, url;
  std::string message;
  std::string markdown;  // for hovering
  std::string brief;     // the same, where the editor shows the diagnostic with it
  std::vector<Related> related;
  std::vector<Action> actions;
  std::uint32_t statement_line = 0;
  bool unnecessary = false;  // an editor may fade it
  bool can_be_suppressed = true;
};

// What `graphmend validate` takes for something that is compiled.
struct Validation {
  std::string entry;   // "pkg.module:Name"
  std::string folder;  // from where that is imported
};

// Something that is compiled.
struct Compiled {
  Range range;          // the torch.compile call or decorator, or the name of what is assumed to be
  std::string count;    // "2 graph breaks"
  std::string tooltip;  // what is compiled there
  bool assumed = false;                  // source does not say so
  std::optional<Validation> validation;  // none where it has no name to be imported by
};

struct FileFacts {
  std::vector<Finding> findings;
  std::vector<Compiled> compiled;
};

// What is known of an expression.
struct Known {
  Range range;
  std::string markdown;
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

  // Asked now and then while the calls below are at work; once it says true, what they come to is
  // needed no more.
  virtual void SetStop(std::function<bool()> stop) = 0;
  // Of a file as its buffer is now; takes as long as one file takes. None: it was stopped.
  virtual std::optional<FileFacts> Analyse(const std::string& path) = 0;
  // The innermost expression there, where compiled code reaches it.
  virtual std::optional<Known> KnownAt(const std::string& path, Position position) = 0;
  // None where nothing would change.
  virtual std::optional<Action> ForFile(const std::string& path, FileAction action) = 0;
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
