/** What the first bytes of an image contain. */
export interface ImageHeader {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** In pixels; undefined when the header is cut off. */
  size: { width: number; height: number } | undefined;
}

/**
 * Returns what image these bytes are, whatever the file's name; undefined when it is none of the four kinds. Decodes
 * nothing.
 */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = data.toString('latin1', 0, 16);
  const known = kinds.find(({ matches }) => matches(start));
  if (known === undefined) return undefined;
  const size = known.sizeOf(data);
  return { mediaType: known.mediaType, size: size === undefined || size.width * size.height === 0 ? undefined : size };
}

type Size = NonNullable<ImageHeader['size']>;

interface Kind {
  mediaType: ImageHeader['mediaType'];
  matches: (start: string) => boolean;
  sizeOf: (data: Buffer) => Size | undefined;
}

const kinds: Kind[] = [
  { mediaType: 'image/png', matches: (start) => start.startsWith('\x89PNG\r\n\x1A\n'), sizeOf: pngSize },
  { mediaType: 'image/jpeg', matches: (start) => start.startsWith('\xFF\xD8\xFF'), sizeOf: jpegSize },
  { mediaType: 'image/gif', matches: (start) => /^GIF8[79]a/.test(start), sizeOf: gifSize },
  {
    mediaType: 'image/webp',
    matches: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
    sizeOf: webpSize,
  },
];

/** The first chunk is the header: https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(data: Buffer): Size | undefined {
  if (data.length < 24) return undefined;
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

/** The size of the canvas: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function gifSize(data: Buffer): Size | undefined {
  if (data.length < 10) return undefined;
  return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
}

/**
 * Skips segments by their lengths until one begins a frame: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1.
 * Before it come thumbnails, colour profiles and the camera's notes, often 60 KB of them.
 */
function jpegSize(data: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 <= data.length && data[at] === 0xff) {
    const marker = data.readUInt8(at + 1);
    // Any number of these may come before a marker.
    if (marker === 0xff) at += 1;
    else if (beginsFrame(marker)) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) };
    else if (isBare(marker)) at += 2;
    else at += 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The others of these sixteen are tables. */
function beginsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Markers without a length. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** Lossy, lossless, or with more than one picture: https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(data: Buffer): Size | undefined {
  if (data.length < 30) return undefined;
  switch (data.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = data.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
