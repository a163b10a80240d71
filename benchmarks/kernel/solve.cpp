// A whole search: its value is checked, its nodes are counted.
//
//     solve ROUNDS MIB MARGIN VALUE POSITION...
//
// MARGIN is what the first player is ahead by, VALUE the known final margin.
#include <cstdint>

#include "arguments.hpp"
#include "measuring.hpp"
#include "solver.hpp"

using namespace steppe;
using measuring::must_equal;

// As a function of its own, to count instructions by.
namespace loops {

[[gnu::noinline]] Answer solved(Solver& solver, const Request& request) {
  return solver.solve(request, nullptr);
}

}  // namespace loops

int main(int count, char** words) {
  Arguments arguments(count, words);
  const int rounds = static_cast<int>(arguments.next());
  const std::size_t bytes = static_cast<std::size_t>(arguments.next()) << 20;
  const int margin = static_cast<int>(arguments.next());
  const std::int64_t known = arguments.next();
  Request request;
  request.root = arguments.position();
  request.margin = margin;

  Solver solver(bytes);
  const auto solve = [&] {
    const Answer answer = loops::solved(solver, request);
    must_equal("lower bound", answer.value.lower, known);
    must_equal("upper bound", answer.value.upper, known);
    return answer.nodes;
  };
  measuring::take_turns({{"solved", solve}}, rounds);
}
