#include "lint/identity.h"

#include <map>

namespace graphmend::lint {
namespace {

constexpr std::uint64_t kPrime = 0x100000001b3;
constexpr std::uint64_t kBasis[] = {0xcbf29ce484222325, 0x9ae16a3b2f90404f};

// FNV-1a, 64 bits, from two bases: no secret, only short and the same everywhere.
std::uint64_t Hash(std::string_view text, std::uint64_t hash) {
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return hash;
}

std::string Hex(std::uint64_t number) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; number >>= 4) digits[i] = "0123456789abcdef"[number & 15];
  return digits;
}

// Of a longer line the beginning must do: one with many findings would be looked at once for each.
constexpr std::size_t kMostOfLine = 1000;

std::string Squeezed(std::string_view text) {
  std::string squeezed;
  for (char c : text) {
    const bool begins_character = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (squeezed.size() >= kMostOfLine && begins_character) break;
    bool blank = c == ' ' || c == '\t' || c == '\f';
    if (blank && (squeezed.empty() || squeezed.back() == ' ')) continue;
    squeezed += blank ? ' ' : c;
  }
  if (squeezed.ends_with(' ')) squeezed.pop_back();
  return squeezed;
}

}  // namespace

Identity IdentityOf(const diag::Diagnostic& finding) {
  const source::SourceFile& file = *finding.location.file;
  std::string_view line = file.Line(file.LineOf(finding.location.span.begin));
  return {file.path(), finding.code, finding.function, Squeezed(line)};
}

std::vector<std::string> Identities(const std::vector<diag::Diagnostic>& findings) {
  std::map<Identity, std::size_t> seen;
  std::vector<std::string> hashes;
  for (const diag::Diagnostic& finding : findings) {
    Identity identity = IdentityOf(finding);
    std::string text = identity.path + '\0' + identity.code + '\0' + identity.function + '\0' +
                       identity.line + '\0' + std::to_string(++seen[identity]);
    hashes.push_back(Hex(Hash(text, kBasis[0])) + Hex(Hash(text, kBasis[1])));
  }
  return hashes;
}

}  // namespace graphmend::lint
