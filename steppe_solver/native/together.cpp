#include "together.hpp"

#include "control.hpp"

namespace steppe {

void Worker::look() {
  if (nodes_) nodes_->fetch_add(kLook, std::memory_order_relaxed);
  for (const Filling& filling : tables_) {
    const std::size_t added = filling.table->used() - filling.own;
    if (filling.table->crowded(filling.before + threads_ * added)) throw Paused{};
  }
  for (std::size_t depth = 0; depth < inside_.size(); ++depth) {
    const Shared& node = inside_[depth];
    if (node.table->peek(node.key).bounds.decide(node.beta)) throw Decided{depth};
  }
}

void Control::look_at_others() { worker_->look(); }

}  // namespace steppe
