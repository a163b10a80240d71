#include "check.hpp"

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

namespace check {

namespace {

struct Known {
  const char* sentence;
  void (*test)();
};
std::vector<Known>& claims() {
  static std::vector<Known> all;
  return all;
}
std::vector<std::function<std::string()>>& shown() {
  static std::vector<std::function<std::string()>> all;
  return all;
}

}  // namespace

Claim::Claim(const char* sentence, void (*test)()) { claims().push_back({sentence, test}); }

Shown::Shown(std::function<std::string()> describe) { shown().push_back(std::move(describe)); }
Shown::~Shown() { shown().pop_back(); }

void fail(const char* file, int line, const std::string& what) {
  std::string message = std::string(file) + ":" + std::to_string(line) + ": " + what;
  for (const auto& describe : shown()) message += "\n    " + describe();
  throw std::runtime_error(message);
}

}  // namespace check

int main() {
  int failed = 0;
  for (const auto& [sentence, test] : check::claims()) {
    try {
      test();
    } catch (const std::exception& failure) {
      ++failed;
      std::printf("FAILED: %s\n  %s\n", sentence, failure.what());
    }
  }
  const int all = static_cast<int>(check::claims().size());
  std::printf("%d passed, %d failed\n", all - failed, failed);
  return failed || !all;
}
