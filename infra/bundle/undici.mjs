/**
 * The part of undici that the sources' one HTTP client uses. Its index pulls in fetch, mocks, caches, web sockets and
 * proxies as well, 350 kB that no bundle needs; it cannot be shaken out because it is CommonJS.
 */
import apiRequest from '../../node_modules/undici/lib/api/api-request.js';
import Agent from '../../node_modules/undici/lib/dispatcher/agent.js';

export { Agent };

/** As undici's `request` with a URL and a dispatcher of its own. */
export function request(url, { dispatcher, ...options }) {
  const at = new URL(url);
  return apiRequest.call(dispatcher, {
    ...options,
    origin: at.origin,
    path: `${at.pathname}${at.search}`,
    method: options.method ?? (options.body ? 'PUT' : 'GET'),
  });
}
