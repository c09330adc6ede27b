import { exportRefused } from './export-file.ts';
import type { ExportFile } from './export-file.ts';

/**
 * Yields the text of a file in UTF-8, or in UTF-16, recognised by a byte-order mark or, without one, by NUL in every
 * second byte.
 * @throws CopydeskError `file_refused` when it is neither.
 */
export async function* textOf(file: ExportFile): AsyncIterable<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let lines = 1;
  const decode = (bytes: Uint8Array | undefined): string => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '';
    } catch {
      throw exportRefused(file, lines, 'What follows is not text in UTF-8 or UTF-16.');
    }
  };
  for await (const bytes of file.bytes()) {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    const text = decode(bytes);
    if (text.includes('\0')) throw exportRefused(file, lines, 'It is not text.');
    lines += text.split('\n').length - 1;
    yield text;
  }
  yield decode(undefined);
}

function encodingOf([first = 1, second = 1, , fourth = 1]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return second === 0 && fourth === 0 ? 'utf-16le' : 'utf-8';
}

/** JSON is read as a whole, so its size is limited. */
const mostCharacters = 256 * 1024 * 1024;

/** Parses the file as JSON. @throws CopydeskError `file_refused` */
export async function jsonOf(file: ExportFile): Promise<unknown> {
  const pieces: string[] = [];
  let length = 0;
  for await (const text of textOf(file)) {
    pieces.push(text);
    length += text.length;
    if (length > mostCharacters)
      throw exportRefused(file, undefined, 'It is JSON of more than 256 MB. Export fewer days at once.');
  }
  try {
    return JSON.parse(pieces.join(''));
  } catch (error) {
    throw exportRefused(
      file,
      undefined,
      `It is not complete JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
