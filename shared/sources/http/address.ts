import ipaddr from 'ipaddr.js';

/** Public addresses that answer with a cloud's metadata or belong to its host: never a web page. */
const METADATA = new Set(['168.63.129.16']);
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Ranges some tables still call ordinary. */
const RESERVED_V4 = ['198.18.0.0/15', '192.88.99.0/24', '192.0.0.0/24'].map(
  (range) => ipaddr.parseCIDR(range) as [ipaddr.IPv4, number],
);
const RESERVED_V6 = ['3fff::/20', '2001:db8::/32', '2001::/23', '2002::/16'].map(
  (range) => ipaddr.parseCIDR(range) as [ipaddr.IPv6, number],
);

/**
 * Whether an address is an ordinary public one. Addresses that carry an IPv4 address inside (mapped, compatible, NAT64,
 * 6to4, Teredo) are either judged by it or refused altogether.
 *
 * @param address an IPv4 or IPv6 address without brackets
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.process(bare);
  if (METADATA.has(parsed.toString()) || parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return !RESERVED_V4.some((range) => (parsed as ipaddr.IPv4).match(range));
  const v6 = parsed as ipaddr.IPv6;
  return v6.match(GLOBAL_V6) && !RESERVED_V6.some((range) => v6.match(range));
}

/** Whether an address is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}

/**
 * The address that a URL's host names literally, in whatever notation (the URL parser has already resolved octal, decimal
 * and hexadecimal spellings); null for a name.
 */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return ipaddr.isValid(bare) && (bare.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(bare)) ? bare : null;
}
