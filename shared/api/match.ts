import { MethodNotAllowed, NotFound } from './errors.ts';
import type { AnyRoute } from './route.ts';

/** The route that a method and a path mean, and the path's parameters. */
export interface Match {
  readonly route: AnyRoute;
  readonly params: Record<string, string>;
}

/**
 * @param path without the query, percent-encoded
 * @throws {NotFound} for a path of no route, or with an encoding that is none
 * @throws {MethodNotAllowed} for a path that has other methods
 */
export function matchRoute(routes: readonly AnyRoute[], method: string, path: string): Match {
  const parts = path.split('/').slice(1);
  const found: Match[] = [];
  for (const route of routes) {
    const params = paramsOf(route.path.split('/').slice(1), parts);
    if (params) found.push({ route, params });
  }
  // A literal segment is meant before a parameter.
  found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
  const hit = found.find((match) => match.route.method === method);
  if (hit) return hit;
  if (found.length === 0)
    throw new NotFound(`There is nothing at ${short(path)}. The document openapi.yaml lists the paths.`);
  const allow = [...new Set(found.map((match) => match.route.method))].sort();
  throw new MethodNotAllowed(`${short(path)} does not take ${method}; it takes ${allow.join(', ')}.`, allow);
}

const LONGEST = 100;

/** A path as an error shows it. */
export const short = (path: string): string => (path.length > LONGEST ? `${path.slice(0, LONGEST)}…` : path);

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, name] of pattern.entries()) {
    const part = parts[at]!;
    const parameter = /^\{(\w+)\}$/.exec(name)?.[1];
    if (parameter === undefined) {
      if (name !== part) return undefined;
    } else {
      const value = decoded(part);
      if (value === undefined || value === '') return undefined;
      params[parameter] = value;
    }
  }
  return params;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}
