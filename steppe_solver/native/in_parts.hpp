// Work on a range that several threads can do at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace steppe {

// Calls `work(begin, end)` for parts that make up the range, by so many threads at the same time.
// `work` must not throw.
template <class Work>
void in_parts(std::size_t begin, std::size_t end, int threads, const Work& work) {
  const std::size_t parts = static_cast<std::size_t>(std::max(threads, 1));
  const std::size_t size = (end - begin + parts - 1) / parts;
  std::vector<std::thread> others;
  others.reserve(parts);
  try {
    for (; end - begin > size; begin += size)
      others.emplace_back([&work, begin, size] { work(begin, begin + size); });
  } catch (const std::system_error&) {
    // The system gives no more threads: the rest is done here.
  }
  work(begin, end);
  for (std::thread& other : others) other.join();
}

}  // namespace steppe
