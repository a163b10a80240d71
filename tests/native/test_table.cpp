// The transposition table: whatever is evicted, what is found has been proved of that very key.
#include <algorithm>
#include <map>
#include <vector>

#include "cases.hpp"
#include "table.hpp"

using namespace steppe;

namespace {

constexpr Bounds kNothing{Table::kLeast, Table::kMost};
constexpr std::size_t kBucket = 128;

// Keys that differ in one bit only, or hardly.
std::vector<Key> similar_keys(Random& random) {
  std::vector<Key> keys{{0, 0}, {~0ull, ~0ull}, {random.next(), random.next()}};
  while (keys.size() < 40) {
    Key key = random.pick(keys);
    (random.chance(50) ? key.low : key.high) ^= 1ull << random.below(64);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

Bounds random_bounds(Random& random, int value) {
  return {random.chance(30) ? Table::kLeast : value - random.below(20),
          random.chance(30) ? Table::kMost : value + random.below(20)};
}

}  // namespace

CLAIM(nothing_known, "A new table, and one of no bytes, knows nothing of any key.") {
  const Table small(kBucket), large(1 << 20);
  Table none(0);
  none.store({1, 2}, {3, 3}, 4, 5);
  for (const Table* table : {&small, &large, static_cast<const Table*>(&none)})
    for (const Key key : {Key{0, 0}, Key{1, 2}, Key{~0ull, ~0ull}}) {
      CHECK(table->find(key).bounds == kNothing);
      CHECK_EQUAL(table->find(key).move, kNoMove);
      table->prefetch(key);
    }
}

CLAIM(bounds_only_tighten,
      "After a store a key has both what was known and what was proved; every other key has what "
      "it had or, if it had to make room, nothing; a better lower bound brings its move.") {
  for_cases(60, [](Random& random) {
    Table table(kBucket * static_cast<std::size_t>(random.one_of({1, 2, 3, 100})));
    table.renew();
    const std::vector<Key> keys = similar_keys(random);
    std::vector<Entry> last(keys.size(), {kNothing, kNoMove});
    for (int i = 0; i < 200; ++i) {
      const auto at = static_cast<std::size_t>(random.below(static_cast<int>(keys.size())));
      const int value = static_cast<int>(at) * 50 - 1000;  // what is proved is true, for every key
      const Bounds proved = random_bounds(random, value);
      const auto move = static_cast<std::uint8_t>(random.below(200));
      const Entry before = table.find(keys[at]);
      table.store(keys[at], proved, move, random.next() >> random.between(1, 63));
      const Entry after = table.find(keys[at]);
      CHECK(after.bounds == (before.bounds & proved));
      const bool better = proved.lower > before.bounds.lower || before.move == kNoMove;
      CHECK_EQUAL(after.move, better ? move : before.move);
      last[at] = after;
      for (std::size_t k = 0; k < keys.size(); ++k) {
        const Entry found = table.find(keys[k]);
        const bool gone = found.bounds == kNothing && found.move == kNoMove;
        CHECK(gone || (found.bounds == last[k].bounds && found.move == last[k].move));
        if (gone) last[k] = found;
      }
    }
  });
}

CLAIM(
    growing,
    "While a table grows, to any size, every key has what it had or nothing, and most are kept.") {
  for (const std::size_t buckets : {1025u, 1500u, 8192u, 8200u, 20000u}) {
    Table table(kBucket * buckets);
    Random random(buckets);
    for (int game = 0; game < 3; ++game) {
      table.renew();
      const int keys = static_cast<int>(2 * buckets);
      const auto key = [&](int i) {
        return Key{static_cast<std::uint64_t>(i) << game, static_cast<std::uint64_t>(i % 7)};
      };
      std::vector<Entry> last(static_cast<std::size_t>(keys), {kNothing, kNoMove});
      const auto check = [&](int i) {
        const Entry found = table.find(key(i));
        Entry& expected = last[static_cast<std::size_t>(i)];
        if (found.bounds == kNothing && found.move == kNoMove) expected = found;
        CHECK(found.bounds == expected.bounds);
        CHECK_EQUAL(found.move, expected.move);
      };
      for (int i = 0; i < keys; ++i) {
        // Now and then one that should be there already, to tighten it.
        const int at = random.chance(80) ? i : random.below(i + 1);
        const Entry before = table.find(key(at));
        const Bounds proved = random_bounds(random, at % 1000);
        table.store(key(at), proved, static_cast<std::uint8_t>(at % 200), 1);
        CHECK(table.find(key(at)).bounds == (before.bounds & proved));
        last[static_cast<std::size_t>(at)] = table.find(key(at));
        for (int looks = 0; looks < 4; ++looks) check(random.below(keys));
      }
      int kept = 0, stored = 0;
      for (int i = 0; i < keys; ++i) {
        stored += last[static_cast<std::size_t>(i)].move != kNoMove;
        check(i);
        kept += last[static_cast<std::size_t>(i)].move != kNoMove;
      }
      CHECK(stored > keys / 2);
      CHECK(kept > stored * 9 / 10);
    }
  }
}

CLAIM(room_for_many, "A large table keeps nearly all of what is stored in it.") {
  Table table(1 << 20);
  table.renew();
  const int keys = 1 << 14;  // a third of what it has room for
  for (int i = 0; i < keys; ++i) table.store({static_cast<std::uint64_t>(i), 0}, {i, i}, 1, 1);
  int kept = 0;
  for (int i = 0; i < keys; ++i) {
    const Bounds found = table.find({static_cast<std::uint64_t>(i), 0}).bounds;
    kept += found == Bounds{i, i};
    CHECK((found == Bounds{i, i}) || found == kNothing);
  }
  CHECK(kept > keys * 9 / 10);
}

CLAIM(least_effort_makes_room, "A full bucket gives up the entry with the least work below it.") {
  for_cases(50, [](Random& random) {
    Table table(kBucket);
    table.renew();
    std::array<int, 5> logs{1, 10, 20, 30, 40};
    for (std::size_t i = logs.size() - 1; i > 0; --i)
      std::swap(logs[i], logs[static_cast<std::size_t>(random.below(static_cast<int>(i) + 1))]);
    for (std::uint64_t i = 0; i < 5; ++i) table.store({i, i}, {0, 0}, 1, 1ull << logs[i]);
    table.store({9, 9}, {0, 0}, 1, 1ull << 5);
    for (std::uint64_t i = 0; i < 5; ++i)
      CHECK_EQUAL(table.find({i, i}).bounds.exact(), logs[i] != 1);
    CHECK(table.find({9, 9}).bounds.exact());
  });
}

CLAIM(renewal,
      "A renewed table knows nothing and learns anew, over more renewals than it can count.") {
  for (const std::size_t buckets : {1u, 3u}) {
    Table table(kBucket * buckets);
    const Key often{5, 6}, zero{0, 0};
    std::map<int, Key> once;  // stored in one generation only, and asked for in all later ones
    for (int generation = 0; generation < 2 * 65536 + 10; ++generation) {
      table.renew();
      CHECK(table.find(often).bounds == kNothing);
      CHECK(table.find(zero).bounds == kNothing);
      for (const auto& [when, key] : once) CHECK(table.find(key).bounds == kNothing);
      table.store(often, {generation % 100, 200}, 1, 1);
      CHECK((table.find(often).bounds == Bounds{generation % 100, 200}));
      if (generation == 0 || generation == 1 || generation == 65534 || generation == 65535) {
        const Key key{77, static_cast<std::uint64_t>(generation)};
        once[generation] = key;
        table.store(key, {1, 1}, 1, 1ull << 60);
        CHECK(table.find(key).bounds.exact());
      }
    }
  }
}
