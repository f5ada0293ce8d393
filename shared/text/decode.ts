/**
 * Text of bytes in no named encoding: by its byte order mark, else UTF-8. Where UTF-8 makes no character out of any byte
 * beyond ASCII, the text is older than that and read as Windows-1252, of which Latin-1 is a part.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const isOlder = text.includes('\ufffd') && !/[^\u0000-\u007f\ufffd]/.test(text);
  return isOlder ? new TextDecoder('windows-1252').decode(bytes) : text;
}
