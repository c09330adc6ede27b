import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanOutline, scanRoughly } from '../../../src/docs/compare/candidates.ts';
import { decodeSketch, sketchRecord, sketchVersion } from '../../../src/docs/sketch/sketch.ts';
import { generatedPage } from './generated-page.ts';

describe('a record', () => {
  it('contains the results of both scans', () => {
    fc.assert(
      fc.property(generatedPage, (text) => {
        const sketch = decodeSketch(sketchRecord(Buffer.from(text)));
        if (sketch?.kind !== 'known') throw new Error('refused');
        const { rough, outline } = sketch.value;
        const { targets, ...others } = scanRoughly(text);
        expect(outline).toEqual(scanOutline(text));
        expect(rough).toMatchObject(others);
        // Together with those of the outline, some of which are where code was cut out.
        const both = new Set([...outline.targets.split('\n'), ...targets.split('\n')].filter(Boolean));
        expect(new Set(rough.targets.split('\n').filter(Boolean))).toEqual(both);
      }),
    );
  });

  it('reports why a page was refused', () => {
    expect(decodeSketch(sketchRecord(Buffer.from('a\0b')))).toEqual({ kind: 'refused', message: 'it is binary' });
    expect(decodeSketch(sketchRecord(Buffer.from([0xff])))).toMatchObject({ kind: 'refused' });
    expect(decodeSketch(sketchRecord(Buffer.alloc(1_000_001, 'x')))).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('1,000,000 bytes'),
    });
  });

  it('is undefined for other bytes', () => {
    expect(decodeSketch(Buffer.from('what is this?'))).toBeUndefined();
    expect(decodeSketch(Buffer.alloc(0))).toBeUndefined();
  });

  // What is on disk is read as long as the version is the same: when this fails, raise `sketchVersion` together with
  // the expected record.
  it('is encoded as this version writes it', () => {
    const record = Buffer.from(sketchRecord(Buffer.from(reference))).toString();
    expect([sketchVersion, ...record.split('\0')]).toMatchInlineSnapshot(`
      [
        3,
        "0011",
        "Title ##",
        "1",
        "title
      A: page
      slug
      /a
      tags
      ",
        "b.md#c
      i j.png
      code.md
      ../ref.md
      X
      ./x.mdx
      /d",
        "fenced.md",
        "Title
      Second {#own}",
        "./x.mdx",
      ]
    `);
  });
});

const reference = `---
title: "A: page"
slug: /a
tags:
  - x
---

import X from './x.mdx';

# Title ##

[a](b.md#c) ![i](<i j.png>) \`[code](code.md)\` [ref]

<Card href="/d">

\`\`\`md
[fenced](fenced.md)
# no heading
\`\`\`

## Second {#own}

[ref]: ../ref.md
`;
