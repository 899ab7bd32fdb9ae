import torch
from contextualized_topic_models.networks.decoding_network import DecoderNetwork

torch.manual_seed(0)
model = DecoderNetwork(input_size=50, bert_size=16, infnet="combined", n_components=5, hidden_sizes=(32, 32), dropout=0.2)


@torch.compile
def elbo(bow, contextual):
    prior_mean, prior_variance, mean, variance, log_variance, word_dist, _ = model(bow, contextual)
    kl = 0.5 * ((variance / prior_variance).sum(1) + ((prior_mean - mean) ** 2 / prior_variance).sum(1) - 5 + prior_variance.log().sum() - log_variance.sum(1))
    return (kl - (bow * (word_dist + 1e-10).log()).sum(1)).sum()


loss = elbo(torch.randint(0, 3, (8, 50)).float(), torch.randn(8, 16))
loss.backward()
print(loss.item(), torch.compile(model.get_theta)(torch.rand(2, 50), torch.randn(2, 16)).shape)
