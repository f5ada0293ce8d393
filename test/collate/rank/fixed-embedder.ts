import { IDENTITY_CALIBRATION } from '../../../shared/collate/embed/calibration.ts';
import { toUnit } from '../../../shared/collate/embed/cosine.ts';
import type { Embedder } from '../../../shared/collate/embed/port.ts';

/** Counts letters: enough to be deterministic and to tell texts apart. */
export const letterEmbedder: Embedder = {
  id: 'letters',
  dimensions: 26,
  calibration: IDENTITY_CALIBRATION,
  async embed(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(26);
      for (const letter of text.toLowerCase()) {
        const at = letter.charCodeAt(0) - 97;
        if (at >= 0 && at < 26) vector[at]! += 1;
      }
      return toUnit(vector);
    });
  },
};
