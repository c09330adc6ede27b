/** Headers of images, as far as the code reads them. */

export function png(width: number, height: number, more = 0): Buffer {
  const header = Buffer.alloc(33 + more);
  header.write('\x89PNG\r\n\x1A\n', 'latin1');
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

export function gif(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.write('GIF89a', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return header;
}

/** Returns a JPEG with so many bytes of camera notes, and with an embedded thumbnail before the frame. */
export function jpeg(width: number, height: number, { notes = 16, marker = 0xc0 } = {}): Buffer {
  const segment = Buffer.alloc(2 + notes);
  segment.writeUInt16BE(0xffe1);
  segment.writeUInt16BE(notes, 2);
  segment.write('\xFF\xC0\0\x11\b\0\x01\0\x01', 4, 'latin1');
  const frame = Buffer.alloc(19);
  frame.writeUInt8(0xff);
  frame.writeUInt8(marker, 1);
  frame.writeUInt16BE(17, 2);
  frame.writeUInt8(8, 4);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const table = Buffer.from([0xff, 0xc4, 0, 4, 0, 0]);
  // Any number of these bytes may precede a marker.
  const filling = Buffer.from([0xff, 0xff]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment, table, filling, frame]);
}

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const header = Buffer.alloc(30);
  header.write('RIFF', 'latin1');
  header.write(`WEBP${kind}`, 8, 'latin1');
  if (kind === 'VP8 ') {
    header.writeUInt16LE(width, 26);
    header.writeUInt16LE(height | 0x4000, 28);
  } else if (kind === 'VP8L') {
    header.writeUInt8(0x2f, 20);
    header.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    header.writeUIntLE(width - 1, 24, 3);
    header.writeUIntLE(height - 1, 27, 3);
  }
  return header;
}
