import { PlumblineError } from '../../contracts/errors.ts';

/** The static model's file is missing or not what the loader expects. */
export class EmbedderModelInvalid extends PlumblineError {}

/** An embedding service refused the request, or answered something that is not a list of vectors. */
export class EmbeddingRejected extends PlumblineError {}

/** An embedding service is out of reach or busy; the same request may work later. */
export class EmbeddingUnavailable extends PlumblineError {
  override readonly retryable = true;
}
