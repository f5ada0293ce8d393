import { UsageError } from '../../contracts/errors.ts';

/** A line given to `tools match`, `tools dedup` or `tools rank` is not what these read. */
export class MatchInputInvalid extends UsageError {}
