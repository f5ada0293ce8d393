import { UsageError } from '../../contracts/errors.ts';

/** A value given to `tools match` or `tools dedup` is not what these read. */
export class MatchInputInvalid extends UsageError {}
