#include "cli/formats.h"

#include <array>
#include <optional>
#include <set>

#include "base/suggest.h"

namespace graphmend::cli {
namespace {

struct NamedFormat {
  std::string_view name;
  Format format;
};
constexpr std::array kFormats = {NamedFormat{"full", Format::Full},
                                 NamedFormat{"concise", Format::Concise},
                                 NamedFormat{"grouped", Format::Grouped},
                                 NamedFormat{"json", Format::Json},
                                 NamedFormat{"json-lines", Format::JsonLines},
                                 NamedFormat{"sarif", Format::Sarif},
                                 NamedFormat{"github", Format::Github},
                                 NamedFormat{"gitlab", Format::Gitlab},
                                 NamedFormat{"junit", Format::Junit},
                                 NamedFormat{"rdjson", Format::Rdjson},
                                 NamedFormat{"pylint", Format::Pylint},
                                 NamedFormat{"azure", Format::Azure},
                                 NamedFormat{"markdown", Format::Markdown}};

std::optional<Format> Find(std::string_view name) {
  for (const NamedFormat& known : kFormats)
    if (known.name == name) return known.format;
  return std::nullopt;
}

base::Error UnknownFormat(const std::string& option, const std::string& word) {
  std::vector<std::string_view> names;
  for (const NamedFormat& known : kFormats) names.push_back(known.name);
  std::string hint = base::DidYouMean(word, names);
  if (hint.empty()) {
    hint = "one of";
    for (std::string_view name : names)
      hint += (name == names.front() ? " " : ", ") + std::string(name);
  }
  return {option + ": `" + word + "` is not known", hint};
}

// A file's name rather than a mistyped format.
bool LooksLikeFile(const std::string& word) {
  std::vector<std::string_view> names;
  for (const NamedFormat& known : kFormats) names.push_back(known.name);
  return word.find_first_of("./") != std::string::npos ||
         base::Nearest(word.substr(0, word.find(':')), names).empty();
}

// FORMAT or FORMAT:FILE; nothing: neither.
std::optional<Report> ParseReport(const std::string& word) {
  std::size_t colon = word.find(':');
  std::optional<Format> format = Find(word.substr(0, colon));
  if (!format) return std::nullopt;
  return Report{*format, colon == std::string::npos ? "" : word.substr(colon + 1)};
}

// The report without a file of its own goes to `file`.
std::optional<base::Error> Assign(const std::string& file, std::vector<Report>& reports) {
  if (reports.empty()) reports.push_back({Format::Full, ""});
  for (Report& report : reports) {
    if (!report.path.empty()) continue;
    report.path = file;
    return std::nullopt;
  }
  return base::Error{"no report is left for the file " + file, "say which: -o sarif:" + file};
}

}  // namespace

std::string_view NameOf(Format format) {
  for (const NamedFormat& known : kFormats)
    if (known.format == format) return known.name;
  return format == Format::Mermaid ? "mermaid" : "text";
}

base::Result<std::vector<Report>> ParseReports(const std::vector<std::string>& formats,
                                               const std::vector<std::string>& outputs) {
  std::vector<Report> reports;
  std::optional<std::string> file;
  std::vector<std::string> words = formats;
  words.insert(words.end(), outputs.begin(), outputs.end());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::optional<Report> report = ParseReport(words[i])) {
      if (words[i].ends_with(':'))
        return base::Error{"output format: `" + words[i] + "` names no file", "FORMAT:FILE"};
      reports.push_back(*std::move(report));
    } else if (i < formats.size() || !LooksLikeFile(words[i])) {
      return UnknownFormat(i < formats.size() ? "--output-format" : "-o",
                           words[i].substr(0, words[i].find(':')));
    } else if (file) {
      return base::Error{"-o names two files, " + *file + " and " + words[i],
                         "say which report goes where: -o sarif:" + words[i]};
    } else {
      file = words[i];
    }
  }
  if (file)
    if (auto error = Assign(*file, reports)) return *error;
  std::set<std::string> taken;
  for (Report& report : reports) {
    if (report.path == "-") report.path.clear();
    if (!taken.insert(report.path).second)
      return base::Error{report.path.empty() ? "two reports go to standard output"
                                             : "two reports go to " + report.path,
                         "write one to a file: -o sarif:graphmend.sarif"};
  }
  return reports;
}

}  // namespace graphmend::cli
