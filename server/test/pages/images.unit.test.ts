import { expect, test } from 'vitest';
import { readImage } from '../../src/pages/pull-requests/images.ts';

/** Returns the detected type of a file. */
async function typeOf(text: string): Promise<string | undefined> {
  const repository = { fileAt: async () => Buffer.from(text, 'latin1') };
  return (await readImage(repository, 'a'.repeat(40), ['picture']))?.type;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const comment = '<!-- drawn by hand -->\n';

test.each([
  [svg, 'image/svg+xml'],
  [
    `\n<?xml version="1.0"?>\n${comment}<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN">\n${comment}${svg}`,
    'image/svg+xml',
  ],
  [`${'<!---->'.repeat(500)}${svg}`, 'image/svg+xml'],
  [`${'<!---->'.repeat(500)}x`, undefined],
  [`<!-- ${svg}`, undefined],
  ['<html><svg></svg></html>', undefined],
  ['<svga/>', undefined],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['RIFF1234WEBP', 'image/webp'],
  ['text', undefined],
])('%j', async (text, type) => {
  expect(await typeOf(text)).toBe(type);
});
