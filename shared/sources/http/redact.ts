/** Query parameters that carry a key or a person's address. */
const PARAMETERS =
  /([?&;](?:api[_-]?key|apikey|key|token|access_token|client_secret|secret|password|email|mailto|subscription-token)=)[^&#\s"'<>]*/gi;
const BEARER = /\b(Bearer|Basic|token)\s+[A-Za-z0-9._~+/=-]{8,}/g;
const HEADER = /((?:authorization|x-api-key|x-subscription-token|api-key|cookie)["']?\s*[:=]\s*["']?)[^"'\s,}]+/gi;
const FIELD = /("(?:access_token|api_key|client_secret|refresh_token|password)"\s*:\s*")[^"]*/gi;

const known = new Set<string>();

/** Remembers a secret's value, so that no message of this process ever shows it. Short values are no secrets. */
export function registerSecret(value: string | undefined): void {
  if (value !== undefined && value.length >= 6) {
    known.add(value);
    known.add(encodeURIComponent(value));
  }
}

/** The text without keys: by the places where they stand, and by the values that were registered. */
export function redact(text: string): string {
  let clean = text
    .replace(PARAMETERS, '$1[redacted]')
    .replace(BEARER, '$1 [redacted]')
    .replace(HEADER, '$1[redacted]')
    .replace(FIELD, '$1[redacted]');
  for (const secret of known) if (clean.includes(secret)) clean = clean.replaceAll(secret, '[redacted]');
  return clean;
}
