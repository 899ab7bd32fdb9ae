// Reports that other programs read: the annotations of GitHub and Azure, GitLab's code quality,
// JUnit, reviewdog's rdjson, pylint's lines. What each means by severity and column is its own.
#pragma once

#include <string>

#include "lint/outcome.h"

namespace graphmend::report {

// GitHub Actions' workflow commands, a line for each finding and each problem.
std::string Github(const lint::Outcome& outcome);
// Azure Pipelines' logging commands.
std::string Azure(const lint::Outcome& outcome);
// "model.py:42: [GM101] message", as pylint prints it.
std::string Pylint(const lint::Outcome& outcome);
// GitLab's code quality report. Its fingerprints outlive changes elsewhere in a file.
std::string Gitlab(const lint::Outcome& outcome);
// Reviewdog's diagnostic format; columns count bytes.
std::string Rdjson(const lint::Outcome& outcome);
// A test suite for each file, a failed test for each finding; a clean run is one passed test.
std::string Junit(const lint::Outcome& outcome);

}  // namespace graphmend::report
