import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageHeader } from '../../../src/agent/images/image-header.ts';
import { gif, jpeg, png, webp } from './samples.ts';

test.each([
  ['PNG', png(1280, 720), 'image/png', 1280, 720],
  ['GIF', gif(640, 480), 'image/gif', 640, 480],
  ['JPEG', jpeg(4032, 3024), 'image/jpeg', 4032, 3024],
  ['progressive JPEG', jpeg(300, 200, { marker: 0xc2 }), 'image/jpeg', 300, 200],
  ['JPEG of a camera', jpeg(300, 200, { notes: 65_000 }), 'image/jpeg', 300, 200],
  ['lossy WebP', webp('VP8 ', 550, 368), 'image/webp', 550, 368],
  ['lossless WebP', webp('VP8L', 386, 395), 'image/webp', 386, 395],
  ['extended WebP', webp('VP8X', 70_000, 2), 'image/webp', 70_000, 2],
])('%s is recognised with its size', (_, bytes, mediaType, width, height) => {
  expect(imageHeader(bytes)).toEqual({ mediaType, size: { width, height } });
});

test.each([
  ['a PNG image that ends in its header', png(10, 10).subarray(0, 20)],
  ['a JPEG image that ends before its frame', jpeg(10, 10).subarray(0, 30)],
  ['a GIF image of no height', gif(10, 0)],
  ['a WebP image of an unknown kind', Buffer.from(`RIFF\x10\0\0\0WEBPALPH${'\0'.repeat(20)}`, 'latin1')],
])('%s has no size', (_, bytes) => {
  expect(imageHeader(bytes)).toEqual({ mediaType: expect.any(String), size: undefined });
});

test.each([
  ['text', '# PNG\n'],
  ['an SVG image', '<svg width="10" height="10"/>'],
  ['nothing', ''],
  ['a sound in the container of WebP', 'RIFF\x10\0\0\0WAVEfmt '],
])('%s is not an image', (_, text) => {
  expect(imageHeader(Buffer.from(text, 'latin1'))).toBeUndefined();
});

test('any bytes after the beginning of an image are read without an error', () => {
  const beginnings = ['\x89PNG\r\n\x1A\n', '\xFF\xD8\xFF', 'GIF89a', 'RIFF\0\0\0\0WEBPVP8X', 'RIFF\0\0\0\0WEBPVP8L'];
  const hostile = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.array(fc.constantFrom(0, 0xc0, 0xd0, 0xff)));
  fc.assert(
    fc.property(fc.constantFrom(...beginnings), hostile, (beginning, rest) => {
      const size = imageHeader(Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.from(rest)]))?.size;
      return size === undefined || size.width * size.height > 0;
    }),
  );
});
