import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { badgeSvg } from '../../../src/pages/share/badge-svg.ts';

/**
 * Returns the elements and attributes of an XML document.
 *
 * @throws when it is not well-formed.
 */
function partsOf(xml: string): Set<string> {
  const parts = new Set<string>();
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', ({ name, attributes }) => {
    parts.add(name);
    for (const attribute of Object.keys(attributes)) parts.add(`@${attribute}`);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return parts;
}

const usual = partsOf(badgeSvg('views', 1));

test('a badge with any label is well-formed and has no other elements', () => {
  const label = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"onload="x',
      ']]>',
      '&#0;',
      '\u202egnp',
      '\uD800',
      '\uFFFE',
      '\0',
      '',
    ),
  );
  fc.assert(
    fc.property(label, fc.option(fc.nat(), { nil: undefined }), (text, views) => {
      const svg = badgeSvg(text, views);
      expect(partsOf(svg)).toEqual(usual);
      expect(svg.length).toBeLessThan(3_000);
    }),
  );
});

test.each([
  [0, '>0<'],
  [9_999, '>9,999<'],
  [12_345, '>12.3K<'],
  [2_500_000, '>2.5M<'],
  [undefined, '>unknown<'],
])('%s views are shown as %s, and exactly to screen readers', (views, text) => {
  expect(badgeSvg('reads', views)).toContain(text);
  expect(badgeSvg('reads', views)).toContain(`aria-label="reads: ${views?.toLocaleString('en') ?? 'unknown'}"`);
});
