/** Bytes of a body; API Gateway takes 10 MB, no request here needs that. */
export const BODY_LIMIT = 256 * 1024;

/** Visible ASCII and spaces. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
