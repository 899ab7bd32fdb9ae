import torch
from depthcharge.transformers import AnalyteTransformerEncoder, SpectrumTransformerEncoder
from depthcharge.tokenizers import PeptideTokenizer

tokenizer = PeptideTokenizer.from_proforma(["LESLIEK", "EDITHR", "AMYK"])
spectrum_encoder = SpectrumTransformerEncoder(d_model=16, nhead=2, dim_feedforward=32, n_layers=1)
peptide_encoder = AnalyteTransformerEncoder(tokenizer, d_model=16, nhead=2, dim_feedforward=32)
encode = torch.compile(spectrum_encoder)
encode_peptide = torch.compile(peptide_encoder)
mz = torch.rand(2, 12) * 1000
intensity = torch.rand(2, 12)
mz[1, 9:] = 0
intensity[1, 9:] = 0
encoded, mask = encode(mz, intensity)
peptides, _ = encode_peptide(tokenizer.tokenize(["LESLIEK", "EDITHR"]))
print(encoded.shape, mask.shape, peptides.shape)
