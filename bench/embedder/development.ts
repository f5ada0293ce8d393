/**
 * Prints nDCG@10 of the three modes on the development sets. For the sets made of arXiv papers to say something about a
 * model it must have been trained without them: `train.py … --limit 69728`.
 *
 * Usage: node bench/embedder/development.ts <shared data> [model file]
 */
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { meanNdcg } from '../ranking.ts';
import { developmentSets } from './development-sets.ts';

const [data, model] = process.argv.slice(2);
if (data === undefined) throw new Error('usage: development.ts <shared data> [model file]');
const embedder = loadStaticEmbedder(model);
for (const [name, set] of Object.entries(developmentSets(data))) {
  const { bm25, dense, hybrid } = await meanNdcg(set, embedder);
  const figures = [bm25, dense, hybrid].map((figure) => figure.toFixed(3)).join(' / ');
  console.log(
    `${name} (${set.docs.length} documents, ${set.queries.length} queries): bm25 / dense / hybrid ${figures}`,
  );
}
