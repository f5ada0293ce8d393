import { basename, resolve } from 'node:path';
import { UsageError } from '../../shared/contracts/errors.ts';

/** What may follow the program's name in a hint. */
const AFTER =
  /(?<![\w./$-])plumbline (?=(?:run|resume|status|list|answer|cancel|open|log|export|diff|schedule|serve|login|delete|library|sources|tools|completion|<command>|--help)(?![\w-]))/g;

/** The words with which the user started this program, and starts the next command. */
export function invocation(script: string = process.argv[1] ?? ''): string {
  return /^plumbline(?:\.\w+)?$/.test(basename(script)) ? 'plumbline' : 'npm run -s plumbline --';
}

/** Commands that ask a deployed API when they are told its endpoint. */
const REMOTE = /^(?:run|resume|status|list|answer|cancel|open|log|export|diff|schedule|login|delete)(?![\w-])/;

/** The flag for the deployed API, as it was given; one in the environment holds for the next command by itself. */
export function endpointFlag(argv: readonly string[] = process.argv.slice(2)): string {
  const at = argv.findIndex((word) => word === '--endpoint' || word.startsWith('--endpoint='));
  const given = at === -1 ? undefined : argv[at]!.slice('--endpoint='.length) || argv[at + 1];
  return given !== undefined && /^https?:\/\/[\w.:/[\]-]+$/.test(given) ? `--endpoint=${given} ` : '';
}

/** A text whose hints (`plumbline resume …`) can be typed as they stand, and go where this command went. */
export function typed(text: string, words: string = invocation(), flag: string = endpointFlag()): string {
  return text.replace(AFTER, (_, at: number) => {
    const rest = text.slice(at + 'plumbline '.length);
    const named = /^[^`\n]*--endpoint\b/.test(rest);
    return REMOTE.test(rest) && !named ? `${words} ${flag}` : `${words} `;
  });
}

/**
 * A path as the user meant it: npm runs a script in the project's folder, wherever the user stands.
 * @throws {UsageError} for none, which would otherwise mean the folder
 */
export function userPath(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  if (path.trim() === '')
    throw new UsageError('The path is empty. Name a file or a folder; . is the folder you are in.');
  const stands = environment.npm_lifecycle_event === 'plumbline' ? environment.INIT_CWD : undefined;
  return resolve(stands ?? '.', path);
}
