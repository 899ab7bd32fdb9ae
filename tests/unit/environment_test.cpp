// Which environment holds, and what it has.
#include "project/environment.h"

#include <doctest/doctest.h>

#include "folder.h"

namespace graphmend::project {
namespace {

// A virtual environment in `name` with one package.
void Make(Folder& folder, const std::string& name, const std::string& more = "") {
  folder
      .File(name + "/pyvenv.cfg",
            "home = " + folder.Path("base/bin") + "\nversion = 3.12.1\n" + more)
      .File(name + "/lib/python3.12/site-packages/torch-2.12.1+cpu.dist-info/METADATA")
      .File(name + "/lib/python3.12/site-packages/scikit_learn-1.9.0.dist-info/METADATA");
}

std::string Site(const Folder& folder, const std::string& name) {
  return folder.Path(name + "/lib/python3.12/site-packages");
}

}  // namespace

TEST_CASE("the first that has packages holds: given, shell, folder above, PATH") {
  Folder folder;
  for (const char* name : {"given", "venv", "conda", "project/.venv", "path"}) Make(folder, name);
  folder
      .File("path/bin/python3",
            "\x7f"
            "ELF")
      .File("shims/python3", "#!/bin/sh\n");
  const std::string below = folder.Path("project/src");
  EnvironmentVariables variables{folder.Path("venv"), folder.Path("conda"),
                                 folder.Path("shims") + ":" + folder.Path("path/bin")};
  auto found = [&](const std::string& given, const std::string& directory) {
    auto environment = FindEnvironment(given, variables, directory);
    REQUIRE(static_cast<bool>(environment));
    return environment->prefix + " by " + environment->found_by;
  };
  CHECK(found(folder.Path("given"), below) == folder.Path("given") + " by python");
  CHECK(found("", below) == folder.Path("venv") + " by VIRTUAL_ENV");
  variables.virtual_env = folder.Path("gone");
  CHECK(found("", below) == folder.Path("conda") + " by CONDA_PREFIX");
  variables.conda_prefix.clear();
  CHECK(found("", below) == folder.Path("project/.venv") + " by .venv");
  // A shim is a script, which would have to be run.
  CHECK(found("", folder.Path("")) == folder.Path("path") + " by python3 on the PATH");
  variables.path.clear();
  CHECK(found("", folder.Path("")) == " by ");
  CHECK_FALSE(static_cast<bool>(FindEnvironment(folder.Path("gone"), variables, below)));
  CHECK_FALSE(static_cast<bool>(FindEnvironment(folder.Path("shims"), variables, below)));
  CHECK_FALSE(static_cast<bool>(FindEnvironment(folder.Path("shims/python3"), variables, below)));
}

TEST_CASE("releases are told by the names of folders") {
  Folder folder;
  Make(folder, "venv");
  auto environment = EnvironmentAt(folder.Path("venv"));
  REQUIRE(static_cast<bool>(environment));
  CHECK(environment->VersionOf("torch") == "2.12.1+cpu");
  CHECK(environment->VersionOf("scikit_learn") == "1.9.0");
  CHECK(environment->VersionOf("numpy").empty());
  CHECK(environment->roots == std::vector<std::string>{Site(folder, "venv")});
}

TEST_CASE("paths of .pth files and editable installs are looked at, their code is not run") {
  Folder folder;
  Make(folder, "venv");
  const std::string site = "venv/lib/python3.12/site-packages/";
  folder.File("one/a.py").File("src/pkg/__init__.py").File("other/b.py");
  folder.File(site + "a.pth", "# a comment\n" + folder.Path("one") +
                                  "\r\nimport os; os.remove('x')\n" + folder.Path("gone") +
                                  "\n../../../../other\n");
  folder.File(site + "__editable___pkg_1_0_finder.py",
              "import sys\nMAPPING: dict[str, str] = {'pkg': '" + folder.Path("src/pkg") +
                  "', 'renamed': '" + folder.Path("other") + "'}\nNAMESPACES = {}\n");
  auto environment = EnvironmentAt(folder.Path("venv"));
  REQUIRE(static_cast<bool>(environment));
  CHECK(environment->roots == std::vector<std::string>{Site(folder, "venv"), folder.Path("src"),
                                                       folder.Path("one"), folder.Path("other")});
}

TEST_CASE("packages of the base interpreter count where the environment asks for them") {
  Folder folder;
  folder.File("base/lib/python3.12/site-packages/numpy-2.4.6.dist-info/METADATA");
  Make(folder, "alone");
  Make(folder, "both", "include-system-site-packages = true\n");
  auto alone = EnvironmentAt(folder.Path("alone")), both = EnvironmentAt(folder.Path("both"));
  REQUIRE(static_cast<bool>(alone));
  REQUIRE(static_cast<bool>(both));
  CHECK(alone->VersionOf("numpy").empty());
  CHECK(both->VersionOf("numpy") == "2.4.6");
  CHECK(both->roots == std::vector<std::string>{Site(folder, "both"), Site(folder, "base")});
}

TEST_CASE("of several releases of Python the interpreter's own counts, else the newest") {
  Folder folder;
  for (const char* version : {"3.9", "3.12"})
    folder.File(std::string("lib/python") + version + "/site-packages/m.py");
  folder.File("bin/python3.9",
              "\x7f"
              "ELF");
  auto newest = EnvironmentAt(folder.Path(""));
  REQUIRE(static_cast<bool>(newest));
  CHECK(newest->roots == std::vector<std::string>{folder.Path("lib/python3.12/site-packages")});
  auto named = EnvironmentAt(folder.Path("bin/python3.9"));
  REQUIRE(static_cast<bool>(named));
  CHECK(named->roots == std::vector<std::string>{folder.Path("lib/python3.9/site-packages")});
}

}  // namespace graphmend::project
