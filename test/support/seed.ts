import fc from 'fast-check';

/**
 * The random choices of property tests come from one seed, so that a test gives the same verdict on every machine and
 * every day. `PLUMBLINE_TEST_SEED=<integer>` tries other choices; a failure prints the seed that brings it back.
 */
const seed = Number(process.env.PLUMBLINE_TEST_SEED ?? 20_261_130);
if (!Number.isInteger(seed))
  throw new Error(
    `PLUMBLINE_TEST_SEED is ${process.env.PLUMBLINE_TEST_SEED}, which is no integer; leave it out or give a whole number.`,
  );
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
