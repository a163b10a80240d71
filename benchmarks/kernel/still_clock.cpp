// A clock that stands still. The search looks at the clock to tell its caller now and then how far
// it is; how often it does would hang on the speed of the machine, and with it the last digits of
// the number of instructions. Linked into a program, it stands in for the C library's.
#include <ctime>

extern "C" int clock_gettime(clockid_t, timespec* time) noexcept {
  *time = {};
  return 0;
}
