import { isBuiltin } from 'node:module';
import { type Bundle, RUNTIME_PACKAGES } from '../bundle/bundle.ts';

const promised = new RegExp(`^(?:${RUNTIME_PACKAGES.map((name) => name.replace('*', '[a-z0-9-]+')).join('|')})$`);

/** Asked for and gone without, where it is not there: linkedom draws nothing. */
const OPTIONAL = new Set(['canvas']);

/** Imports that a deployed function would not find, or not in the version it was made with. */
export function notThere(bundles: ReadonlyMap<string, Bundle>): string[] {
  return [...bundles].flatMap(([name, { outside }]) =>
    [...new Set(outside)]
      .filter((path) => !isBuiltin(path) && !OPTIONAL.has(path) && !promised.test(path))
      .map(
        (path) => `${name} imports ${path}, which the runtime does not promise; let infra/bundle/bundle.ts bundle it.`,
      ),
  );
}
