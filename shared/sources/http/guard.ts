import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { AddressForbidden } from '../errors.ts';
import { isLoopbackAddress, isPublicAddress, literalAddress } from './address.ts';
import { redact } from './redact.ts';

/** Finds a host's addresses; injected in tests. */
export type Resolve = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Which addresses a connection may use: public ones, or, for a configured base only, this machine. */
export type Reach = 'public' | 'loopback';

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/;

/**
 * Checks an address before it is fetched, and again for every redirect. Names are checked when they are resolved.
 *
 * @param bases origins that configuration allows to be this machine
 * @throws AddressForbidden
 */
export function checkUrl(url: URL, bases: ReadonlySet<string>): Reach {
  const host = url.hostname.toLowerCase().replace(/\.+$/, '');
  const refuse = (why: string): never => {
    throw new AddressForbidden(`${redact(url.href).slice(0, 200)} is not fetched: ${why}.`);
  };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse(`${url.protocol} is no web address`);
  if (url.username !== '' || url.password !== '') refuse('it carries a user name');
  if (host === '') refuse('it has no host');
  const literal = literalAddress(host);
  const local = literal === null ? LOCAL_NAME.test(host) || !host.includes('.') : isLoopbackAddress(literal);
  if (bases.has(url.origin) && local) return 'loopback';
  if (url.protocol !== 'https:') refuse('only https is');
  if (literal === null ? local : !isPublicAddress(literal)) refuse('its host is not on the public internet');
  return 'public';
}

/**
 * A lookup for sockets that gives only addresses that were checked, so that the address connected to is the address that was
 * judged: a name cannot point elsewhere a moment later.
 */
export function guardedLookup(reach: Reach, resolve: Resolve = systemResolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const bad = found.find(
          ({ address }) => !(reach === 'public' ? isPublicAddress(address) : isLoopbackAddress(address)),
        );
        if (bad || found.length === 0) {
          const why = bad ? `it resolves to ${bad.address}, which is not allowed` : 'it resolves to nothing';
          callback(new AddressForbidden(`${hostname} is not fetched: ${why}.`), '', 0);
        } else if (options.all) {
          callback(
            null,
            found.map(({ address, family }) => ({ address, family })),
          );
        } else {
          callback(null, found[0]!.address, found[0]!.family);
        }
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });
