"""What a stated difference of a fix allows, as the words of compare.py. A text that is not here allows
nothing, and is named: each difference that the program can state has a row."""

import re

# What follows from one allowed word: numbers of another dtype are other numbers, and so on.
FOLLOWS = {
    "stride": {"raises", "raises not", "exception type", "exception text"},  # by a view of it
    "raises not": {"exception type", "exception text", "random state"},  # of what is wrong, or drawn, further on
    "dtype": {"gradient", "gradient last bits", "last bits", "values", "number"},
    "shape": {"stride", "values", "gradient", "raises", "exception type", "exception text", "items", "number"},
    "copy": {"shape", "number", "sharing", "stride", "offset", "values", "gradient", "zero gradient", "backward", "raises", "raises not", "requires_grad"},  # what is changed in place is another tensor
    "values": {"last bits", "gradient last bits"},
}

ROWS = [
    # within a `try`
    ("an error that is found while the code around it is compiled is raised past the `try`", {"raises", "exception type", "exception text", "messages"}),
    # branches
    ("where the sides differ in shape, the result is of both", {"shape", "raises", "exception type", "exception text"}),
    ("where the sides are laid out otherwise, the result has strides of one of them", {"stride"}),
    ("where the sides differ in dtype, the result of both is promoted", {"dtype"}),
    ("gets a gradient of zeros where it got none", {"zero gradient", "requires_grad"}),
    ("torch.cond is slow where the code is not compiled", set()),
    ("so that an error in either shows", {"raises", "exception type", "exception text", "backward"}),
    ("both sides are computed in every call", set()),
    ("may turn its gradient of zeros to NaN", {"gradient NaN"}),
    ("is given a new tensor in every call", {"copy"}),
    ("does not see it change", {"copy"}),
    ("so that an error in any part of it shows", {"raises", "exception type", "exception text"}),
    ("are those of torch.(where|cond)", {"messages", "backward", "gradient"}),
    ("the result is a copy, and no longer the same tensor", {"copy"}),
    ("the result is a copy, and no longer one of the two tensors", {"copy"}),
    ("where there is nothing to test, torch.stack raises", {"raises", "exception type", "exception text"}),
    ("tensors of different dtypes are compared, and a NaN differs from itself", {"values", "raises", "raises not"}),
    ("a test of several elements is not refused", {"raises not", "exception type", "exception text"}),
    ("both sides have to give a new tensor of the same shape and dtype", {"raises", "exception type", "exception text"}),
    ("to change no state", set()),
    ("the buffer is a new tensor in every call", {"copy"}),
    ("is made in the first call, whatever the test says", {"items", "type"}),
    ("is converted in every call", {"copy", "dtype"}),
    # guards
    (r"raises RuntimeError in place of \w+", {"exception type"}),
    ("it raises RuntimeError in place of ", {"exception type"}),
    ("a tensor that is not of bools is tested and not refused", {"raises not"}),
    ("on a GPU a failure is raised later, as a device-side assert", {"device lost"}),
    ("and its message is another one", {"exception text"}),
    ("the message (names|shows) ", {"exception text"}),
    ("the message is another one", {"exception text"}),
    ("a bool of Python's is taken as a tensor on the CPU", set()),
    ("the message is the name of the type, where there was none", {"exception text"}),
    ("the message is that of the calls that are known", {"exception text"}),
    ("a failure raises a RuntimeError and no AssertionError", {"exception type"}),
    ("a float is compared in the precision of the tensor", {"raises", "raises not"}),
    ("what a compiled graph changes in place before it fails is not written back", {"written before a failure"}),
    ("what Python decides is asked before what a tensor does, by which another error may show, or none", {"raises", "raises not", "exception type", "exception text"}),
    ("the test is not asked, nor does an error in it show", {"raises not"}),
    ("an index that is out of range raises an IndexError in other words", {"exception text"}),
    # numbers
    ("a number that is divided by 0 gives an infinity, not an error", {"raises not", "values"}),
    (r"whoever else calls `\w+` gets a 0-d tensor, not a number", {"tensor for number"}),
    ("about a tensor that requires a gradient is lost", {"messages"}),
    ("an index that is out of range of such a size raises another error", {"exception type", "exception text"}),
    ("a complex number in `max` or `min` raises another error", {"exception type"}),
    ("is no None where all of it says the same, which is right where whoever takes it then does what it does without one", {"type", "copy", "dtype"}),
    ("the test is a 0-d tensor, not a bool", {"tensor for number"}),
    ("a tensor without elements counts as one run", {"values", "raises", "raises not", "gradient", "number", "copy"}),
    ("a tensor of several elements raises another error", {"exception type", "exception text"}),
    ("what is selected has to stand at the beginning of each row", set()),
    (", of which there is one a sequence", {"raises", "exception type", "exception text"}),
    ("of a complex number only the real part is compared", {"values", "gradient", "messages", "raises not", "exception type", "copy"}),
    ("and one that it refuses is stored", {"raises not"}),
    ("an index that is out of range, and a tensor whose elements share memory, raise another error or none", {"raises", "raises not", "exception type", "exception text", "messages", "device lost"}),
    ("the result is a copy, no view of the tensor", {"copy"}),
    ("the result may have another one, too", {"dtype"}),
    ("on a GPU a quotient may differ in the last bit", set()),
    ("what it selects as an index is a copy, not a view", {"copy"}),
    ("without the warning of `float\\(\\)`", {"messages"}),
    ("the warning of `float\\(\\)`", {"messages"}),
    ("a number that is not finite does not raise", {"raises not"}),
    ("a division by zero does not raise", {"raises not"}),
    ("a device without doubles, as Apple's", set()),
    ("its numbers are computed by Python, in 64 bits", set()),
    ("a caller that hands over another list than the tensor was made from gets another result", set()),
    ("callers in other files have to pass the number, too", set()),
    ("a number that changes may compile again", set()),
    ("the warning of `float\\(\\)` may come another number of times", {"messages"}),
    ("the flag holds for all that the process compiles", set()),
    ("code elsewhere that needs such a value in Python may raise", set()),
    ("a new size is no longer guarded on", set()),
    # numbers and sizes that are captured
    ("compiled, where it does not fit is another one", {"exception type", "exception text"}),
    ("compiled, is another one, and elements that are combined have to be as many", {"exception type", "exception text", "raises"}),
    ("a negative bound raises a RuntimeError", {"raises", "exception type", "exception text"}),
    ("a mask of another shape than what it selects from may raise none", {"raises not", "exception type", "exception text"}),
    ("a mask without dimensions selects otherwise, or raises", {"raises", "raises not", "exception type", "exception text", "shape", "copy", "items"}),
    ("compiled, gets a symbol, and an error where Python must know its value", set()),
    ("an error, compiled, where `.*` must know the size", set()),
    ("is also called with no rows", set()),
    ("its parameters then have gradients of zeros in the place of none, and what it adds to requires one", {"zero gradient", "requires_grad"}),
    ("may have hidden some", set()),
    ("a list shorter or longer than the dimension raises no IndexError, or on a GPU a device-side assert", {"raises not", "exception type", "exception text", "device lost"}),
    ("what is stored is a tensor, not a number", {"tensor for number"}),
    ("whoever needs the number calls", set()),
    ("a tensor of several elements is not refused, or raises another error", {"raises not", "exception type", "exception text"}),
    ("a tensor of several elements is stored and not refused", {"raises not", "items"}),
    ("are rounded to the tensor's dtype", {"values", "gradient"}),
    ("combined with a tensor of another dtype, the result may have another one", {"dtype"}),
    ("a shift on a GPU can no longer roll a tensor on another device", set()),
    ("the list holds new tensors of one dtype; NaN counts as the greatest, and an empty list raises",
     {"copy", "dtype", "raises", "values", "exception type"}),
    # masks
    ("the elements are added in another order", {"last bits", "gradient last bits"}),
    ("the mean of whole numbers is taken and raises no error", {"raises not"}),
    ("the count is a 0-d tensor, not an int", {"tensor for number"}),
    ("where nothing is selected, the result is an infinity, not an error", {"raises not"}),
    ("has to have as many dimensions as", {"raises", "exception type", "exception text"}),
    ("the mean is taken in another order", {"last bits", "gradient last bits"}),
    ("all elements are computed, by which a zero in a gradient may change its sign; another dtype is converted and raises no error",
     {"gradient last bits", "raises not", "zero gradient", "gradient NaN", "requires_grad"}),
    ("sees all rows, which is right where it treats each by itself", {"last bits", "gradient last bits", "zero gradient"}),
    ("all rows are computed in every call, which is right where each is treated by itself", {"last bits", "gradient last bits", "zero gradient"}),
    ("the last bits may differ", {"last bits", "gradient last bits"}),
    ("an error shows where no row is selected", {"raises", "raises not", "exception type", "exception text", "requires_grad", "zero gradient"}),
    ("another dtype is converted and raises none", {"raises not"}),
    ("a row that is selected several times has its gradient once", {"gradient"}),
    ("has to hand over a mask of them", set()),
    ("a value of `minlength` or more raises, where bincount returns more counts", {"raises", "exception type", "exception text"}),
    ("what is not a row of whole numbers is converted and raises no error", {"raises not", "messages"}),
    ("a tensor whose elements share memory is written otherwise, or raises an error", {"raises", "values", "NaN", "messages", "gradient"}),
    ("where nothing is found, the first place is taken and raises no error", {"raises not", "values"}),
    ("` has to have one dimension", {"shape", "values"}),
    ("bools that are computed with are whole numbers, and raise other errors", {"dtype", "values", "raises", "raises not", "exception type", "exception text"}),
    ("elements that are combined have to be as many, and are not broadcast", {"raises", "exception type", "exception text"}),
    ("of a complex number only the real part is taken", {"values", "dtype", "messages", "raises not", "raises", "exception type", "number", "copy", "requires_grad"}),
    ("warnings of what the block does are shown", {"messages"}),
    ("on a GPU, cuDNN computes what is inside as it is set elsewhere", set()),
    # outlines
    ("what stands in it is not compiled", set()),
    ("for gradients it runs once more in the backward pass, in the state that the module then has, and their sums may be rounded otherwise", {"gradient last bits"}),
    ("its results require gradients wherever what it reads does", {"requires_grad", "backward"}),
    ("and what it reads must not be changed in place later", {"backward", "raises", "exception type", "exception text"}),
    ("does besides its result is not known, and is done then, too", set()),
    # copies
    ("the copy has strides of its own, and no two of its elements share memory", {"copy"}),
    ("a copied tensor never requires a gradient", {"requires_grad", "gradient", "zero gradient"}),
    ("one that deepcopy refuses is copied", {"raises not", "exception type"}),
    ("one that is held twice is copied twice", {"sharing", "values"}),
    ("one that is expanded or a part of another has strides of its own", {"copy"}),
    ("one of a class derived from (dict|list) becomes a plain one", {"type"}),
    ("is copied without its attributes, as the class it is derived from", {"type"}),
    ("scalars of NumPy, decimals and fractions are no longer taken as scalars", {"values", "number", "gradient", "copy"}),
    ("may have had the same id, and is another one", {"values", "number", "gradient", "copy"}),
    ("views of the tensor, and gradients of what it was used in before, see the new values", {"copy", "backward"}),
    ("or reads its `args`, sees what it was made with", {"items", "messages", "number", "values", "type"}),
    ("the product is an int, not a number of NumPy's, which has 64 bits", {"number", "type", "raises not", "values"}),
    # definitions
    ("it is asked once, when the module is imported", {"values", "number"}),
    ("it is done once, when the module is imported, whether or not this runs", set()),
    ("all calls share one class", set()),
    ("its qualified name is shorter", set()),
    ("it is computed at each read, with the random numbers that it draws, and no longer kept", {"copy", "items", "random state"}),
    ("what TorchScript fuses or converts may be rounded otherwise, what runs without gradients has none, and it is no ScriptModule",
     {"last bits", "gradient last bits", "type", "items", "requires_grad", "gradient", "zero gradient"}),
    ("the result requires no gradient where the input requires none", {"requires_grad", "zero gradient", "gradient", "raises not", "backward"}),
    ("is taken to be a Python number", set()),
    # messages
    ("lacks its grad_fn where the graph is compiled", {"messages"}),
    ("torch's own warning about turning it into a number is lost", {"messages"}),
    ("a number that its format does not suit raises when the message is written", {"raises", "raises not", "messages", "exception type", "exception text"}),
    ("the text of an object is made when the graph runs", {"messages"}),
    ("and an error in making it, too", {"raises not", "exception type", "written before a failure"}),
    ("is lost when compiled", {"messages"}),
    ("compiled code no longer says it", {"messages"}),
]


def words(difference):
    """The words that the text allows; its parts that no row knows."""
    allowed, rest = set(), difference
    for pattern, given in ROWS:
        if re.search(pattern, difference):
            allowed |= given
            rest = re.sub(pattern, "\0", rest)
    for _ in FOLLOWS:
        for word in list(allowed):
            allowed |= FOLLOWS.get(word, set())
    return allowed, [part.strip() for part in rest.split(";") if part.strip() and "\0" not in part]
