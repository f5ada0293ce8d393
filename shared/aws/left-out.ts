import { PlumblineError } from '../contracts/errors.ts';

/** A step reached for a part that its function was bundled without. */
export class PartLeftOut extends PlumblineError {}
