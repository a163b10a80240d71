// What the programs are told: whole numbers, one an argument.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "position.hpp"

class Arguments {
 public:
  Arguments(int count, char** words) : words_(words + 1), left_(count - 1) {}

  // The next one. Ends the program with code 2 where there is none, or none that is a number.
  std::int64_t next() {
    if (left_-- <= 0) refuse("too few arguments");
    char* end;
    const long long number = std::strtoll(*words_, &end, 10);
    if (end == *words_ || *end) refuse(*words_);
    ++words_;
    return number;
  }
  template <class Number>
  void into(Number& number) {
    const std::int64_t given = next();
    number = static_cast<Number>(given);
    if (number != given) refuse("a number too large");
  }

  // The fields in the order of position.hpp: open, usable and laid of both players, both hands
  // (ones, fives, tens, neutrals), mover, level, levels.
  steppe::Position position() {
    steppe::Position position{};
    into(position.open);
    for (steppe::Cells& cells : position.usable) into(cells);
    for (steppe::Cells& cells : position.laid) into(cells);
    for (steppe::Reserve& reserve : position.reserve)
      for (std::uint8_t& held : reserve.held) into(held);
    into(position.mover);
    into(position.level);
    into(position.levels);
    return position;
  }

 private:
  [[noreturn]] static void refuse(const char* why) {
    std::fprintf(stderr, "arguments: %s\n", why);
    std::exit(2);
  }

  char** words_;
  int left_;
};
