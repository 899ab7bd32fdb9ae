"""All kinds of fix that are proved, by name: the generator of their programs, and the titles of fixes
that count as one of the kind."""

import branches
import captured
import derived
import lists
import masks
import messages
import numbers_computed
import numbers_known
import numbers_read
import outlines
import plain

KINDS = {**messages.KINDS, **branches.KINDS, **numbers_read.KINDS, **numbers_computed.KINDS, **numbers_known.KINDS, **captured.KINDS, **masks.KINDS, **outlines.KINDS, **lists.KINDS, **plain.KINDS, **derived.KINDS}

# Of these the words of an exception are part of what the fix promises.
KEEP_TEXT = ("fail_raise", "fail_other_side", "fail_assert", "check_tensor")
