// What a method of a container finds in its receiver, and leaves there.
#pragma once

#include "infer/interpret/frame.h"
#include "infer/interpret/operands.h"
#include "infer/transfers/transfer.h"

namespace graphmend::infer::transfers {

inline Ref Contents(const TransferCall& call) {
  Ref self = call.First();
  if (!self.value) return call.unit.Bottom();
  if (const auto* o = call.unit.values.If<values::Object>(self))
    if (Ref payload = call.unit.store.Contents(o->id); payload.value) return payload;
  return self;
}

inline void Replace(const TransferCall& call, Ref contents) {
  Ref self = call.First();
  if (const auto* o = self.value ? call.unit.values.If<values::Object>(self) : nullptr) {
    call.unit.store.StoreContents(o->id, contents);
    return;
  }
  if (!call.site.frame || !self.value) return;
  contents = Folded(call.unit.values, contents, IsFolded(call.unit.values, self));
  if (call.unit.values.AddressOf(self.value)) call.site.frame->Mutate(self, contents);
  else if (call.receiver) call.site.frame->WriteBack(call.receiver, contents);
}

}  // namespace graphmend::infer::transfers
