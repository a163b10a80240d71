// Several threads at one table and at one question: what they find is what one thread finds.
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cases.hpp"
#include "harvest.hpp"
#include "solver.hpp"
#include "together.hpp"

using namespace steppe;

namespace {

constexpr std::size_t kBucket = 128;
constexpr int kTimes = 100'000;

// Calls `work(i)` in that many threads at once.
template <class Work>
void at_once(int number, Work work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < number; ++i) threads.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : threads) thread.join();
}

// What is true of the key with this number.
Key key(std::uint64_t number) { return {number % 7, number / 7}; }
int value(std::uint64_t number) { return static_cast<int>(mixed(number, 1) % 1000); }
std::uint8_t move(std::uint64_t number) { return static_cast<std::uint8_t>(number % 200); }

// Threads that begin at once, even with what one would do alone.
Solver eager(std::size_t table_bytes, int number) { return Solver(table_bytes, {}, {number, 0}); }

// For a while: two levels of 4x4 cells.
Request long_request() {
  Request request{start(4, 4, 2, Reserve{{3, 2, 1, 1}}, 0b01100'01100'00011), 0, false, false, {}};
  request.root.reserve[1] = Reserve{{3, 1, 1, 1}};
  return request;
}

bool contains(Bounds bounds, Bounds part) { return (bounds & part) == part; }

// Calls `test(random, request, answer of one thread)` for small positions and all questions.
template <class Test>
void for_requests(int cases, Test test) {
  for_cases(cases, [&](Random& random) {
    const int levels = random.between(1, 4);
    Request request;
    request.root = random.chance(40) ? random_start(random, levels, 6, 4)
                                     : random_position(random, levels, 6, 4);
    request.margin = random.chance(50) ? random.between(-12, 12) : 0;
    request.all_moves = random.chance(50);
    const Answer alone = Solver(1 << 20).solve(request, {});
    request.outcome_only = random.chance(40);
    const Shown shown([&] {
      return text(request.root) + " margin " + std::to_string(request.margin) +
             (request.outcome_only ? " outcome" : "") + (request.all_moves ? " all moves" : "");
    });
    test(random, request, alone);
  });
}

// Is what is proved true, of a position that one thread has solved?
void check_true(const Answer& answer, const Answer& alone) {
  CHECK(contains(answer.value, alone.value));
  CHECK_EQUAL(answer.moves.size(), alone.moves.size());
  for (std::size_t i = 0; i < alone.moves.size(); ++i) {
    CHECK(answer.moves[i].move == alone.moves[i].move);
    const Bounds found = answer.moves[i].bounds, right = alone.moves[i].bounds;
    CHECK(found.lower <= right.upper && right.lower <= found.upper);
    if (right.exact()) CHECK(contains(found, right));
  }
}

}  // namespace

CLAIM(one_table,
      "Whatever several threads store in one table, however small, each finds of a key what is "
      "true of it or nothing.") {
  for (const std::size_t buckets : {1u, 2u, 3000u}) {
    Table table(kBucket * buckets);
    table.renew();
    std::vector<Table> doors;
    for (int i = 0; i < 4; ++i) doors.emplace_back(0);
    for (Table& door : doors) door.follow(table);
    std::atomic<int> ready = 0, wrong = 0, found = 0;
    at_once(4, [&](int thread) {
      Table& door = doors[static_cast<std::size_t>(thread)];
      Random random(static_cast<std::uint64_t>(thread));
      for (++ready; ready < 4;) std::this_thread::yield();
      for (int i = 0; i < kTimes; ++i) {
        const std::uint64_t number = random.next() % (12 * buckets);
        const int right = value(number);
        door.store(key(number), {right - random.below(3), right + random.below(3)}, move(number),
                   random.next() >> random.between(1, 63));
        const std::uint64_t other = random.next() % (12 * buckets);
        const Entry entry = door.find(key(other));
        if (entry.move == kNoMove) continue;
        ++found;
        const bool near = entry.bounds.lower > value(other) - 3 &&
                          entry.bounds.upper < value(other) + 3 && entry.bounds.lower <= value(other) &&
                          entry.bounds.upper >= value(other);
        wrong += !near || entry.move != move(other);
      }
    });
    CHECK_EQUAL(wrong.load(), 0);
    CHECK(found > kTimes / 100);
    for (Table& door : doors) table.leave(door);
    CHECK_EQUAL(table.use().probes, 4u * kTimes);
    CHECK_EQUAL(table.use().hits, static_cast<std::uint64_t>(found.load()));
    CHECK(table.use().entries <= 5 * buckets);
  }
}

CLAIM(entries_while_others_write,
      "What is taken out of a table while other threads write to it is true of its keys, and what "
      "stayed untouched meanwhile is all there.") {
  for (const std::size_t buckets : {1u, 3u, 3000u}) {
    Table table(kBucket * buckets), other(0);
    for (std::uint64_t number = 1; number <= 400; ++number)
      table.store(key(number), {value(number), value(number)}, move(number), number);
    const std::size_t before = dearest(table, 1000).size();
    other.follow(table);
    std::atomic<bool> done = false;
    std::thread writer([&] {
      for (std::uint64_t number = 1'000; number < 200'000; ++number) {
        const std::uint64_t one = number % 3 ? number : 1 + number % 5'000;
        other.store(key(one), {value(one) - 1, value(one) + 1}, move(one), number);
      }
      done = true;
    });
    std::size_t entries = 0;
    for (bool last = false; !last;) {
      last = done;
      const std::string bytes = dearest(table, 1000);
      for (std::size_t at = 0; at < bytes.size(); at += Remembered::kBytes) {
        const Remembered found = Remembered::read(&bytes[at]);
        const std::uint64_t number = found.key.high * 7 + found.key.low;
        CHECK(contains(found.entry.bounds, {value(number), value(number)}));
        CHECK(found.entry.bounds.upper - found.entry.bounds.lower <= 2);
        CHECK_EQUAL(found.entry.move, move(number));
      }
      entries = bytes.size();
    }
    writer.join();
    table.leave(other);
    CHECK(entries >= before);
  }
}

CLAIM(room, "A table that is shared does not grow; before and after it does, and keeps its entries.") {
  Table table(kBucket << 14), door(0);
  table.renew();
  const std::size_t first = table.use().slots;
  const auto keeps = [&](std::uint64_t numbers) {
    std::uint64_t kept = 0;
    for (std::uint64_t number = 0; number < numbers; ++number)
      kept += table.find(key(number)).move == move(number);
    return 10 * kept > 9 * numbers;
  };
  std::uint64_t number = 0;
  const auto store = [&](Table& into) {
    into.store(key(number), {value(number), value(number)}, move(number), 1);
    ++number;
  };
  door.follow(table);
  while (number < first / 2) store(door);
  CHECK_EQUAL(table.use().slots, first);
  CHECK(table.crowded(door.used()));
  table.leave(door);
  CHECK(keeps(number));
  store(table);
  CHECK(table.use().slots > first);
  CHECK(keeps(number));
  table.make_room(5 << 12, 3);
  CHECK(table.use().slots >= 5 << 13);
  CHECK(keeps(number));
}

CLAIM(marks, "A mark is there as long as anyone holds it.") {
  Marks marks;
  for_cases(200, [&](Random& random) {
    const std::uint64_t name = random.next() | 1, other = name ^ 1ull << random.between(1, 63);
    CHECK(!marks.has(name));
    auto first = std::make_unique<Marks::Hold>(marks, name);
    {
      const Marks::Hold second(marks, name), third(marks, other);
      CHECK(marks.has(name) && marks.has(other));
      if (random.chance(50)) first.reset();
      CHECK(marks.has(name) && marks.has(other));
    }
    CHECK_EQUAL(marks.has(name), first != nullptr);
    CHECK(!marks.has(other));
    first.reset();
    CHECK(!marks.has(name));
  });
}

CLAIM(same_values,
      "Any number of threads finds the value that one thread finds, of the position and of all "
      "its moves, or the same winner where only that is asked for.") {
  std::array<Solver, 3> solvers{eager(1 << 20, 2), eager(1 << 12, 3), eager(0, 2)};
  for_requests(200, [&](Random& random, const Request& request, const Answer& alone) {
    const Answer answer = random.pick(solvers).solve(request, {});
    check_true(answer, alone);
    CHECK(!answer.interrupted);
    if (request.outcome_only) {
      const auto sign = [](int number) { return (number > 0) - (number < 0); };
      CHECK_EQUAL(sign(answer.value.lower), sign(alone.value.lower));
      CHECK_EQUAL(sign(answer.value.upper), sign(alone.value.upper));
      return;
    }
    CHECK(answer.value == alone.value);
    if (!request.all_moves) return;
    for (std::size_t i = 0; i < alone.moves.size(); ++i)
      CHECK(answer.moves[i].bounds == alone.moves[i].bounds);
  });
}

CLAIM(node_limits,
      "Under any limit of nodes what several threads have proved is true, and they search no more "
      "nodes in all.") {
  std::array<Solver, 3> solvers{eager(1 << 20, 2), eager(1 << 12, 3), eager(0, 2)};
  for_requests(100, [&](Random& random, Request request, const Answer& alone) {
    for (int i = 0; i < 6; ++i) {
      request.limits.nodes = i < 3 ? static_cast<std::uint64_t>(i) : random.next() % (alone.nodes + 2);
      const Answer answer = random.pick(solvers).solve(request, {});
      check_true(answer, alone);
      CHECK(answer.nodes <= *request.limits.nodes);
    }
  });
}

CLAIM(long_search,
      "A search over many rounds and growing tables has the value of one thread, for any size of "
      "the tables; stopped by a limit or its watcher, or by an error in the watcher, it ends with "
      "bounds that are true, or with that error.") {
  const Request request = long_request();
  const Bounds right = Solver(1 << 22).solve(request, {}).value;
  CHECK(right.exact());
  for (const std::size_t bytes : {1u << 16, 1u << 18, 1u << 24}) {
    Solver solver = eager(bytes, 3);
    CHECK(solver.solve(request, {}).value == right);
  }
  Solver solver(1 << 22, {}, {2});
  Request limited = request;
  for (const std::uint64_t nodes : {5'000u, 20'000u, 40'000u}) {
    limited.limits.nodes = nodes;
    const Answer answer = solver.solve(limited, {});
    CHECK(contains(answer.value, right) && answer.nodes <= nodes && answer.nodes > nodes / 2);
  }
  const Request endless{standard_start(), 0, false, true, {}};
  int called = 0;
  std::uint64_t nodes = 0;
  const std::thread::id here = std::this_thread::get_id();
  const Answer stopped = solver.solve(endless, [&](const Progress& progress) {
    CHECK(std::this_thread::get_id() == here);
    CHECK(progress.nodes >= nodes);
    nodes = progress.nodes;
    return ++called == 4;
  });
  CHECK(stopped.interrupted && called == 4);
  CHECK(stopped.value.lower <= stopped.value.upper && stopped.moves.size() == 108);
  limited = endless;
  limited.limits.seconds = 0.2;
  CHECK(!solver.solve(limited, {}).value.exact());
  bool thrown = false;
  try {
    solver.solve(endless, [](const Progress&) -> bool { throw 42; });
  } catch (int number) {
    thrown = number == 42;
  }
  CHECK(thrown);
  CHECK(solver.solve(request, {}).value == right);
}
