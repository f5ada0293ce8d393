import { basename, resolve } from 'node:path';

/** What may follow the program's name in a hint. */
const AFTER =
  /(?<![\w./$-])plumbline (?=(?:run|resume|status|list|answer|cancel|open|log|export|diff|schedule|serve|login|delete|library|sources|tools|completion|<command>|--help)(?![\w-]))/g;

/** The words with which the user started this program, and starts the next command. */
export function invocation(script: string = process.argv[1] ?? ''): string {
  return /^plumbline(?:\.\w+)?$/.test(basename(script)) ? 'plumbline' : 'npm run -s plumbline --';
}

/** A text whose hints (`plumbline resume …`) can be typed as they stand. */
export function typed(text: string, words: string = invocation()): string {
  return text.replace(AFTER, `${words} `);
}

/** A path as the user meant it: npm runs a script in the project's folder, wherever the user stands. */
export function userPath(path: string, environment: NodeJS.ProcessEnv = process.env): string {
  const stands = environment.npm_lifecycle_event === 'plumbline' ? environment.INIT_CWD : undefined;
  return resolve(stands ?? '.', path);
}
