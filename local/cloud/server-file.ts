import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/** `server.json`: where the owner of the home listens. Readable by the user only. */
export const ServerFile = z.object({ port: z.number().int(), token: z.string(), pid: z.number().int() });
export type ServerFile = z.infer<typeof ServerFile>;

/** Where the owner listens; undefined while it is starting or stopping, and when the file is damaged. */
export async function readServerFile(path: string): Promise<ServerFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(path, 'server.json'), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined;
    throw error;
  }
  const parsed = ServerFile.safeParse(jsonOf(text));
  return parsed.success ? parsed.data : undefined;
}

/** undefined for a file that was cut: the next owner writes it again. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
