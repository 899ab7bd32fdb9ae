import torch
from torcheval.metrics.functional import binary_auroc, multiclass_confusion_matrix, multiclass_f1_score, retrieval_precision, topk_multilabel_accuracy


@torch.compile
def report(logits, labels):
    return (
        multiclass_f1_score(logits, labels, num_classes=4, average="macro"),
        multiclass_confusion_matrix(logits, labels, num_classes=4, normalize="true"),
        binary_auroc(logits[:, 0], (labels == 0).float()),
    )


print(report(torch.rand(20, 4), torch.randint(0, 4, (20,))))
retrieval = torch.compile(retrieval_precision)
print(retrieval(torch.rand(10), torch.randint(0, 2, (10,)), k=3, limit_k_to_size=True))
multilabel = torch.compile(topk_multilabel_accuracy)
print(multilabel(torch.rand(6, 5), torch.randint(0, 2, (6, 5)), criteria="hamming", k=2))
