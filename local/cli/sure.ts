import { UsageError } from '../../shared/contracts/errors.ts';
import { atTerminal } from './finish.ts';
import { confirm } from './prompt.ts';

/**
 * Whether something that cannot be undone is wanted.
 * @param yes the user has said so already
 * @throws {UsageError} when nobody can be asked
 */
export async function sure(question: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!atTerminal()) throw new UsageError('Nothing was deleted: without a terminal say that you mean it, with --yes.');
  if (await confirm(question)) return true;
  process.stdout.write('Nothing was deleted.\n');
  return false;
}
