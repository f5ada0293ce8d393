/**
 * Prints nDCG@10 of the three modes on the development sets and on held-out collections of other kinds. For the sets made
 * of arXiv papers to say something about a model it must have been trained without them: `train.py … --limit 54728`.
 *
 * Usage: node bench/embedder/development.ts <shared data> [model file]
 */
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { type MeanNdcg, meanNdcgOf } from '../ranking.ts';
import { developmentSets } from './development-sets.ts';
import { heldOutSets } from './held-out-sets.ts';

const [data, model] = process.argv.slice(2);
if (data === undefined) throw new Error('usage: development.ts <shared data> [model file]');
const embedder = loadStaticEmbedder(model);

function print(name: string, { queries, bm25, dense, hybrid }: MeanNdcg): void {
  const figures = [bm25, dense, hybrid].map((figure) => figure.toFixed(3)).join(' / ');
  console.log(`${name} (${queries} queries): bm25 / dense / hybrid ${figures}`);
}

for (const [name, set] of Object.entries(developmentSets(data))) print(name, await meanNdcgOf([set], embedder));
for (const [name, sets] of Object.entries(heldOutSets(data))) print(name, await meanNdcgOf(sets, embedder));
