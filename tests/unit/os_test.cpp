// What the operating system gives, and paths as text.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "base/path.h"
#include "base/uri.h"
#include "folder.h"
#include "os/files.h"
#include "os/programs.h"

namespace graphmend::os {
namespace {

namespace fs = std::filesystem;

std::error_code Missing() { return std::make_error_code(std::errc::no_such_file_or_directory); }

}  // namespace

TEST_CASE("a file is written whole, and nothing stays beside it") {
  Folder folder;
  CHECK_FALSE(WriteFile(folder.Path("new"), "one\r\ntwo\n"));
  CHECK(folder.Read("new") == "one\r\ntwo\n");
  CHECK_FALSE(WriteFile(folder.Path("new"), ""));
  CHECK(folder.Read("new").empty());
  CHECK_FALSE(WriteFile(folder.Path("ü 漢.txt"), "text"));
  CHECK(folder.Read("ü 漢.txt") == "text");
  CHECK(WriteFile(folder.Path(""), "text") == std::errc::is_a_directory);
  CHECK(WriteFile(folder.Path("missing/x"), "text").default_error_condition() ==
        Missing().default_error_condition());
  CHECK_FALSE(WriteFile(base::kIsWindows ? "NUL" : "/dev/null", "text"));
  CHECK(folder.Count() == 2);
}

TEST_CASE("a file that is written keeps its permissions and its links") {
  Folder folder;
  folder.File("file");
  const fs::path file = folder.path() / "file";
  if (!base::kIsWindows) {
    const fs::perms mine = fs::perms::owner_read | fs::perms::owner_write;
    fs::permissions(file, mine);
    CHECK_FALSE(WriteFile(folder.Path("file"), "text"));
    CHECK((fs::status(file).permissions() & fs::perms::all) == mine);
  }
  if (!folder.Link("file", "link")) {
    MESSAGE("skipped: no links here");
    return;
  }
  CHECK(WriteFile(folder.Path("link"), "other") == Refusal::Link);
  CHECK(fs::is_symlink(folder.path() / "link"));
  CHECK(folder.Read("file") == "text");
  folder.Link("nowhere", "broken");
  CHECK(WriteFile(folder.Path("broken"), "other") == Refusal::Link);
  fs::create_hard_link(file, folder.path() / "twin");
  CHECK(WriteFile(folder.Path("file"), "other") == Refusal::OtherNames);
  CHECK(folder.Read("twin") == "text");
}

TEST_CASE("a name as long as names can be is written") {
  Folder folder;
  const std::string name(255, 'x');
  CHECK_FALSE(WriteFile(folder.Path(name), "one"));
  CHECK_FALSE(WriteFile(folder.Path(name), "two"));
  CHECK(folder.Read(name) == "two");
  CHECK(folder.Count() == 1);
}

TEST_CASE("files are read as long as they are files, and no longer than is right") {
  Folder folder;
  folder.File("file", "12345").File("d/x").File("empty");
  CHECK(ReadFile(folder.Path("file"), 5).bytes == "12345");
  CHECK(ReadFile(folder.Path("file"), 5).trouble.empty());
  CHECK(ReadFile(folder.Path("file"), 4).trouble == "is larger than 4 bytes");
  CHECK(ReadFile(folder.Path("file"), 4).bytes.empty());
  CHECK(ReadFile(folder.Path("empty"), 0).trouble.empty());
  CHECK(ReadStart(folder.Path("file"), 3).bytes == "123");
  CHECK(ReadStart(folder.Path("file"), 9).bytes == "12345");
  CHECK(ReadFile(folder.Path("d"), 9).trouble == "is a directory");
  CHECK_FALSE(ReadFile(folder.Path("d"), 9).missing);
  CHECK(ReadFile(folder.Path("gone"), 9).missing);
  CHECK(ReadFile(folder.Path("file/gone"), 9).missing);
  if (base::kIsWindows) return;
  CHECK(ReadFile("/dev/zero", 9).trouble == "is a device, not a file");
  CHECK(ReadStart("/dev/zero", 9).trouble == "is a device, not a file");
  // One whose size nobody knows before.
  if (fs::exists("/proc/self/status")) CHECK(ReadFile("/proc/self/status", 1 << 20).bytes != "");
  if (!folder.Link("file", "link")) return;
  CHECK(ReadFile(folder.Path("link"), 9).bytes == "12345");
  CHECK(ReadOwnFile(folder.Path("file"), 9).bytes == "12345");
  CHECK_FALSE(ReadOwnFile(folder.Path("link"), 9).trouble.empty());
}

TEST_CASE("what lies within a directory, all links followed") {
  Folder folder;
  folder.File("in/d/x").File("out/y");
  const std::string in = folder.Path("in");
  CHECK(LiesWithin(in, in));
  CHECK(LiesWithin(in, in + "/"));
  CHECK(LiesWithin(in, folder.Path("in/d/x")));
  CHECK(LiesWithin(in, folder.Path("in/new/newer")));
  CHECK_FALSE(LiesWithin(in, folder.Path("in/d/../../out")));
  CHECK_FALSE(LiesWithin(in, folder.Path("inner")));
  CHECK_FALSE(LiesWithin(in, folder.Path("out/y")));
  CHECK_FALSE(LiesWithin(in, "/"));
  if (!folder.Link("../out", "in/link")) return;
  folder.Link("d", "in/own");
  folder.Link("nowhere", "in/broken");
  CHECK_FALSE(LiesWithin(in, folder.Path("in/link")));
  CHECK_FALSE(LiesWithin(in, folder.Path("in/link/new")));
  CHECK_FALSE(LiesWithin(in, folder.Path("in/broken")));
  CHECK(LiesWithin(in, folder.Path("in/own/x")));
  folder.Link("in", "same");
  CHECK(LiesWithin(folder.Path("same"), folder.Path("in/d")));
}

TEST_CASE("a directory of one's own is made for oneself") {
  Folder folder;
  bool made = false;
  CHECK_FALSE(IsOwnDirectory(folder.Path("a/b")));
  CHECK(MakeOwnDirectory(folder.Path("a/b/"), made));
  CHECK(made);
  CHECK(MakeOwnDirectory(folder.Path("a/b"), made));
  CHECK_FALSE(made);
  if (base::kIsWindows) return;
  CHECK((fs::status(folder.path() / "a/b").permissions() & fs::perms::all) == fs::perms::owner_all);
  CHECK_FALSE(WriteOwnFile(folder.Path("a/b/c"), "text"));
  CHECK((fs::status(folder.path() / "a/b/c").permissions() & fs::perms::all) ==
        (fs::perms::owner_read | fs::perms::owner_write));
  fs::permissions(folder.path() / "a/b", fs::perms::group_write, fs::perm_options::add);
  CHECK_FALSE(IsOwnDirectory(folder.Path("a/b")));
}

TEST_CASE("a real path is the one spelling of what is there") {
  Folder folder;
  folder.File("a/b.py");
  std::error_code error;
  CHECK(base::ToText(RealPath(folder.path() / "a" / ".." / "a" / "b.py", error)) ==
        folder.Path("a/b.py"));
  CHECK_FALSE(error);
  CHECK(base::IsAbsolute(base::ToText(RealPath(".", error))));
  RealPath(folder.path() / "missing", error);
  CHECK(error.default_error_condition() == Missing().default_error_condition());
  if (base::kIsWindows)
    CHECK(base::ToText(RealPath(folder.path() / "A" / "B.PY", error)) == folder.Path("a/b.py"));
}

TEST_CASE("programs are run, and say what they have to say") {
  const std::string own = base::ToText(ThisProgram());
  CHECK(fs::exists(base::ToPath(own)));
  Finished help = Run(own, {"--version"});
  CHECK_FALSE(help.error);
  CHECK(help.status == 0);
  CHECK(help.output.find("doctest") != std::string::npos);
  CHECK(Run(own, {"--test-case=no such \"test\" \\", "--no-run=0"}).status == 0);
  Folder folder;
  CHECK(Run(folder.Path("missing"), {}).error);
  CHECK_FALSE(FindProgram("graphmend-no-such-program"));
}

TEST_CASE("words survive a Windows command line") {
  CHECK(WindowsCommandLine({"a.exe", "b", "--c=d\\e\\"}) == "a.exe b --c=d\\e\\");
  CHECK(WindowsCommandLine({"C:\\Program Files\\a.exe", ""}) == R"("C:\Program Files\a.exe" "")");
  CHECK(WindowsCommandLine({R"(say "x")"}) == R"("say \"x\"")");
  CHECK(WindowsCommandLine({R"(a b\)", R"(c\\ d)"}) == R"("a b\\" "c\\ d")");
  CHECK(WindowsCommandLine({R"(a\\"b)"}) == R"("a\\\\\"b")");
  CHECK(WindowsCommandLine({"%PATH%", "a&b", "*"}) == "%PATH% a&b *");  // no shell reads it
}

TEST_CASE("absolute paths, with drives where there are any") {
  CHECK(base::IsAbsolute("/a"));
  CHECK_FALSE(base::IsAbsolute("a/b"));
  CHECK_FALSE(base::IsAbsolute(""));
  CHECK_FALSE(base::IsAbsolute("C:a"));
  CHECK_FALSE(base::IsAbsolute("é:/a"));
  CHECK(base::IsAbsolute("C:/a") == base::kIsWindows);
  CHECK(base::IsAbsolute("z:/") == base::kIsWindows);
  CHECK(base::RootSize("/a") == 1);
  CHECK(base::RootSize("C:/a") == (base::kIsWindows ? 3 : 0));
  CHECK(base::FileUri("/a b") == "file:///a%20b");
  if (base::kIsWindows) {
    CHECK(base::FileUri("C:/a:b") == "file:///C:/a%3Ab");
    CHECK(base::FileUri("//server/share/ü") == "file://server/share/%C3%BC");
  }
}

}  // namespace graphmend::os
