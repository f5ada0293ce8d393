import { crc32 } from 'node:zlib';

const STRING = 7;

function header(name: string, value: string): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)];
  const size = Buffer.alloc(2);
  size.writeUInt16BE(text.length);
  return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([STRING]), size, text]);
}

/** One frame of AWS' binary event stream, as Bedrock sends a model's events. */
export function chunkFrame(event: object): Buffer {
  const bytes = Buffer.from(JSON.stringify(event)).toString('base64');
  const payload = Buffer.from(JSON.stringify({ bytes }));
  const headers = Buffer.concat([
    header(':event-type', 'chunk'),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ]);
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(12 + headers.length + payload.length + 4, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(prelude));
  const body = Buffer.concat([prelude, sum, headers, payload]);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(body));
  return Buffer.concat([body, end]);
}
