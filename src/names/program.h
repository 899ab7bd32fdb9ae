// How files connect: module names, imports, and the parsed form of each file, made on demand.
//
// A `Program` knows the files that were asked for (`selected`) and finds others beside them when
// an import leads there (same package, same source root). Findings are reported in selected files
// only; facts come from all. Files are read, parsed and indexed the first time they are needed, by
// whichever thread needs them, once; function graphs likewise. What cannot be read is a `problem`.
//
//   module name   dotted; from the highest directory chain with `__init__.py`, and the namespace
//                 packages around it where it is installed; else from the source root (a `src/`
//                 directory, the directory asked for, or the file's own)
//   stubs         the embedded knowledge of libraries (rules/stubs/*.pyi) are files too, below the
//                 pseudo path "<stubs>/"; a module that was asked for, or that lies beside the
//                 importer, wins over a stub of the same name, one that is looked up elsewhere does
//                 not: a folder with torch in it never stands in for what is known of torch. A stub
//                 package whose `__init__` says nothing describes a part of its library; the rest
//                 is looked up
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "base/symbol.h"
#include "flow/graph.h"
#include "names/index.h"
#include "source/source_file.h"
#include "syntax/tree.h"

namespace graphmend::syntax {
class Memory;
}

namespace graphmend::names {

class SharedStubs;

struct FileTag;
using FileId = base::Id<FileTag>;

// Everything known of one file; immutable once made, but for the graphs, which appear on demand,
// and while nobody reads it.
class ParsedFile {
 public:
  ParsedFile(FileId id, source::SourceFile file, base::Interner& interner,
             syntax::Memory* memory = nullptr);
  ~ParsedFile();

  FileId id() const { return id_; }
  const source::SourceFile& source() const { return source_; }
  const syntax::Tree& tree() const { return *tree_; }
  const Index& index() const { return *index_; }

  // Graphs, lowered at first use; thread-safe, the reference stays valid.
  const flow::Graph& Function(syntax::FunctionId function) const;
  const flow::Graph& Module() const;
  const flow::Graph& ClassBody(syntax::ClassId cls) const;
  const flow::Graph& Expression(ScopeId scope, syntax::ExprId expr) const;

  // The graphs go, or all but the text, and come back; see `Program::LetGo`.
  enum class Part : std::uint8_t { Graphs, AllButText };
  void LetGo(Part part);
  void ParseAgain(syntax::Memory* memory);

 private:
  struct Graphs;
  FileId id_;
  source::SourceFile source_;
  std::unique_ptr<syntax::Tree> tree_;
  std::unique_ptr<Index> index_;
  base::Interner& interner_;
  std::unique_ptr<Graphs> graphs_;
};

// A file that could not be used, and why; printed once, exit status 2.
struct Problem {
  std::string path;
  std::string message;
  std::string hint;
};

struct FileInfo {
  std::string path;         // on disk, or "<stubs>/torch/__init__.pyi"
  std::string shown_path;   // as the user sees it: relative to the working directory when below it
  std::string module;       // "transformers.models.llama.modeling_llama"
  bool is_package = false;  // an __init__ file
  bool selected = false;
  bool is_stub = false;  // embedded
};

// Something on disk that was read: a Python file, or which of them a directory holds.
struct Dependency {
  enum class Kind : std::uint8_t { File, Directory };
  Kind kind = Kind::File;
  std::string path;          // absolute
  std::uint64_t digest = 0;  // see base/digest.h; 0: a file that cannot be used
};

class Program {
 public:
  // With `stubs`, whose interner it must be, it takes over and leaves to others what is parsed of
  // these.
  explicit Program(base::Interner& interner, std::shared_ptr<SharedStubs> stubs = nullptr);
  ~Program();

  // Adding is single-threaded and comes first. `text` overrides the disk (stdin, editor, stubs);
  // `cells`, where it was made of a notebook. A path that was added before gives the same id.
  FileId Add(std::string path, std::string shown_path, bool selected,
             std::optional<std::string> text = std::nullopt, std::vector<source::Cell> cells = {});
  FileId AddStub(std::string relative_path, std::string_view text);
  // An editor's new text of a file that was added; nothing: what is on disk. From the second text
  // on, only what differs is parsed. What was parsed before lives until `DropReplaced`, since
  // findings point into it. Single-threaded, like adding.
  void Replace(FileId file, std::optional<std::string> text, std::vector<source::Cell> cells = {});
  void DropReplaced();
  // Directories below which absolute imports are looked up, besides those derived from the files:
  // one that holds files that were asked for, one that the user names for imports, and one with
  // installed packages. They are looked at in this order, the last in the order of adding.
  enum class Root : std::uint8_t { Asked, Named, Installed };
  void AddSourceRoot(std::string directory, Root root = Root::Asked);
  std::vector<std::string> SourceRoots() const;  // all of them

  std::size_t FileCount() const;
  const FileInfo& Info(FileId file) const;    // thread-safe
  std::vector<FileId> SelectedFiles() const;  // sorted by shown path

  // The bytes of a file (read once) without parsing it; empty when it cannot be read.
  std::string_view Bytes(FileId file) const;
  // Whether one of the texts is in the bytes of a file; where none is, and nobody else has asked
  // for them, they are not kept: a name may be sought in all files of a library. Thread-safe.
  bool Mentions(FileId file, std::initializer_list<std::string_view> texts) const;
  // The parsed file; null when it cannot be read or decoded (then it is among `Problems`).
  const ParsedFile* Parsed(FileId file) const;  // thread-safe
  // The parsed file, if somebody has asked for it before; else null.
  const ParsedFile* ParsedBefore(FileId file) const;  // thread-safe
  // Who works on parsed files while others let go of some: what `Parsed` gives stays as long as the
  // reader, and where nothing is let go, for good.
  class Reader {
   public:
    explicit Reader(const Program& program);
    ~Reader();
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    // As that of the program.
    const ParsedFile* Parsed(FileId file) const { return program_.ParsedFor(file, begun_); }

   private:
    const Program& program_;
    std::uint64_t begun_;
  };
  // A part of those of the files goes that no reader may hold, that few have asked for, and that
  // are sound. Whoever asks for it again has it made again; the text stays where it is.
  void LetGo(std::span<const FileId> files, ParsedFile::Part part) const;  // thread-safe
  // Parsed before, without an error, and let go.
  bool WasSound(FileId file) const;  // thread-safe
  // Drops what `Bytes` keeps of a file that nobody parsed.
  void Forget(FileId file) const;

  // What `import a.b.c` in `from` leads to: a file of the tree, else an embedded stub, else a file
  // on disk below a root that is named or has installed packages, else none. Several trees may have
  // a module of that name: the importer's own directory (for a script) and source root come first,
  // then the given roots and packages, nearest first; scripts elsewhere are never meant. From a
  // stub, stubs come first. Thread-safe and independent of the order of calls; but ids of files
  // found on disk are given out in order of discovery, so sort by path, never by id.
  std::optional<FileId> ResolveModule(std::string_view dotted,
                                      std::optional<FileId> from = std::nullopt) const;
  // Whether it leads to a compiled extension, where it leads to no file. Thread-safe.
  bool IsExtension(std::string_view dotted, std::optional<FileId> from = std::nullopt) const;
  // The .pyi of the same name in the directory of a file of source. Thread-safe.
  std::optional<FileId> StubBeside(FileId file) const;
  // The embedded stub of this name only, whatever the tree holds.
  std::optional<FileId> ResolveStub(std::string_view dotted) const;
  // The absolute dotted name that `from <level dots><module> import …` in `from` refers to.
  std::string AbsoluteModule(FileId from, std::string_view module, std::uint32_t level) const;
  // Whether `dotted` is a package prefix of some module that was added (namespace packages), or has
  // an `__init__` file.
  bool IsPackage(std::string_view dotted) const;

  // All that was read so far, besides stubs; nothing where a file has changed meanwhile. Runs of
  // the same files that read the same come to the same.
  std::optional<std::vector<Dependency>> Dependencies() const;
  // Whether it would be read the same now: from what was added, else from disk. Thread-safe.
  bool IsUnchanged(const Dependency& dependency) const;
  // The file at an absolute path, also where there is none: that it cannot be read counts as read.
  // Thread-safe.
  FileId FileAt(std::string_view path) const;
  // The stub with this pseudo path.
  std::optional<FileId> StubAt(std::string_view path) const;
  // The text of a file without parsing it, kept from now on; null when it cannot be read.
  const source::SourceFile* Source(FileId file) const;

  std::vector<Problem> Problems() const;  // of selected files; sorted by path
  base::Interner& interner() const { return interner_; }

 private:
  struct State;
  const ParsedFile* ParsedFor(FileId file, std::uint64_t reader) const;

  base::Interner& interner_;
  std::unique_ptr<State> state_;
};

}  // namespace graphmend::names
