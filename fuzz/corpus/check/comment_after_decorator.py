@torch.compile
# why
def f(x):
    print(x)
