import { ConditionFailed } from './errors.ts';

/**
 * Makes a conditional write whose failure is an answer: somebody else was first, or the item is not as expected.
 * @returns whether the condition held
 */
export async function holds(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}
