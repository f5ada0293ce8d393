import { IDENTITY_CALIBRATION } from '../../../shared/collate/embed/calibration.ts';
import { toUnit } from '../../../shared/collate/embed/cosine.ts';
import type { Embedder } from '../../../shared/collate/embed/port.ts';
import { terms } from '../../../shared/text/tokenise.ts';

const DIMENSIONS = 256;

/** Counts of hashed stems: texts that share words are close, nothing else is. Enough to test what embeddings are used for. */
export const HASH_EMBEDDER: Embedder = {
  id: 'hash-test',
  dimensions: DIMENSIONS,
  calibration: IDENTITY_CALIBRATION,
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(DIMENSIONS);
      for (const term of terms(text)) {
        let hash = 7;
        for (const letter of term) hash = (hash * 31 + letter.codePointAt(0)!) % 65_521;
        vector[hash % DIMENSIONS]! += 1;
      }
      return toUnit(vector);
    });
  },
};
