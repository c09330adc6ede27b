import { CopydeskError } from '@copydesk/contract';
import { imageHeader } from '../images/image-header.ts';
import type { ImageHeader } from '../images/image-header.ts';

/**
 * Extensions of files that are not text, with what they are. The agent moves and references such files but never
 * creates them: an invented picture would show a product that does not exist.
 */
const kinds: Record<string, string> = {
  png: 'a PNG image',
  apng: 'a PNG image',
  jpg: 'a JPEG image',
  jpeg: 'a JPEG image',
  gif: 'a GIF image',
  webp: 'a WebP image',
  avif: 'an AVIF image',
  heic: 'a HEIC image',
  bmp: 'a BMP image',
  tif: 'a TIFF image',
  tiff: 'a TIFF image',
  ico: 'an icon',
  icns: 'an icon',
  psd: 'a Photoshop image',
  pdf: 'a PDF document',
  doc: 'a Word document',
  docx: 'a Word document',
  xls: 'an Excel workbook',
  xlsx: 'an Excel workbook',
  ppt: 'a PowerPoint presentation',
  pptx: 'a PowerPoint presentation',
  odt: 'an OpenDocument text',
  zip: 'a ZIP archive',
  gz: 'a gzip archive',
  tgz: 'a gzip archive',
  bz2: 'a bzip2 archive',
  xz: 'an xz archive',
  '7z': 'a 7-Zip archive',
  tar: 'a tar archive',
  jar: 'a Java archive',
  woff: 'a font',
  woff2: 'a font',
  ttf: 'a font',
  otf: 'a font',
  eot: 'a font',
  mp3: 'a sound',
  ogg: 'a sound',
  wav: 'a sound',
  m4a: 'a sound',
  mp4: 'a video',
  m4v: 'a video',
  mov: 'a video',
  webm: 'a video',
  avi: 'a video',
  wasm: 'a WebAssembly module',
  exe: 'a program',
  dll: 'a library',
  so: 'a library',
};

/**
 * The first bytes of files, from https://en.wikipedia.org/wiki/List_of_file_signatures; one Latin-1 character for each
 * byte.
 */
const signatures: [string, string][] = [
  ['\x89PNG\r\n', 'a PNG image'],
  ['\xFF\xD8\xFF', 'a JPEG image'],
  ['GIF87a', 'a GIF image'],
  ['GIF89a', 'a GIF image'],
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x1F\x8B', 'a gzip archive'],
  ['wOFF', 'a font'],
  ['wOF2', 'a font'],
  ['\0asm', 'a WebAssembly module'],
];

/** Returns what a file is by its name, such as `a PNG image`; undefined when it may be text. */
export function binaryByName(path: string): string | undefined {
  return kinds[endingOf(path)];
}

/** Returns what bytes are, such as `a PNG image of 16 × 16 pixels`; undefined when they may be text. */
export function binaryByContent(bytes: Uint8Array): string | undefined {
  const image = imageHeader(bytes);
  if (image !== undefined) {
    const { mediaType, size } = image;
    return size === undefined ? images[mediaType] : `${images[mediaType]} of ${size.width} × ${size.height} pixels`;
  }
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const kind = signatures.find(([signature]) => start.startsWith(signature))?.[1];
  return kind ?? (bytes.includes(0) ? 'a binary file' : undefined);
}

const images: Record<ImageHeader['mediaType'], string> = {
  'image/png': 'a PNG image',
  'image/jpeg': 'a JPEG image',
  'image/gif': 'a GIF image',
  'image/webp': 'a WebP image',
};

/**
 * Refuses to write text into a file that is not a text file.
 * @throws CopydeskError `file_refused`
 */
export function refuseBinary(path: string, text: string): void {
  const kind = binaryByName(path) ?? binaryByText(text);
  if (kind === undefined) return;
  throw new CopydeskError(
    'file_refused',
    `${path} would be ${kind}, which cannot be written. Reference a file that is there, or move one with move_file; ` +
      'if it is missing, say at the end which one people must add.',
  );
}

/**
 * Recognises binary content that a model tries to write as text: one character for each byte, or U+FFFD for bytes that
 * are no UTF-8.
 */
function binaryByText(text: string): string | undefined {
  const start = text.slice(0, 16);
  return signatures.find(([signature]) => {
    return start.startsWith(signature) || start.startsWith(signature.replaceAll(/[\x80-\xFF]/g, '\uFFFD'));
  })?.[1];
}

/**
 * Refuses a move that would make a file look like another kind: a move keeps the bytes and converts nothing.
 * @throws CopydeskError `file_refused`
 */
export function refuseConversion(from: string, to: string, bytes: Uint8Array): void {
  const [was, willBe] = [binaryByName(from), binaryByName(to)];
  if (was === willBe && (was === undefined || endingOf(from) === endingOf(to) || was === 'a JPEG image')) return;
  // When the old name does not tell the kind, the content decides.
  if (was === undefined && willBe !== undefined && binaryByContent(bytes)?.startsWith(willBe) === true) return;
  throw new CopydeskError(
    'file_refused',
    `${from} cannot become ${to}: a move keeps the bytes, and turns no kind of file into another. Keep the ending.`,
  );
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
