import * as z from 'zod';

/** An owner is a part of table keys and object keys. */
export const Owner = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'an owner is letters, digits, - and _');
