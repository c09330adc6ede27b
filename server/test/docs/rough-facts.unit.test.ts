import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanRoughly } from '../../src/docs/compare/candidates.ts';
import { readPage } from '../../src/docs/parse/page.ts';

describe('scanRoughly', () => {
  it('finds every target that the precise parse finds', () => {
    const piece = fc.constantFrom(
      '[a](b.md)',
      '[a]( <b c.md> "t")',
      '[a](b(c).md)',
      '![i](x.png)',
      '\n[r]: t.md\n',
      '\n[s]:\n  <u v.md>\n',
      '<a href="x.md">',
      "<a href='y'>",
      '<img src=z.png>',
      '\n\n',
      '# ',
      '> ',
      '- ',
      '`',
      '```\n',
      '[a\nb](c)',
      '[![i](j)](k)',
      'text ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const rough = new Set(scanRoughly(text).targets.split('\n'));
        for (const { target } of readPage(text, 'markdown').links) expect([...rough]).toContain(target);
      }),
    );
  });

  it('reads plain front matter, and says when a parser is needed', () => {
    expect(scanRoughly('---\ntitle: A b\nslug: "/x"\n---\n# H\n')).toMatchObject({
      frontMatter: { title: 'A b', slug: '/x' },
      frontMatterPlain: true,
      heading: 'H',
    });
    expect(scanRoughly('---\ntitle: a: b\n---\n').frontMatterPlain).toBe(false);
    expect(scanRoughly('---\ntags:\n  - x\n---\n').frontMatterPlain).toBe(false);
    expect(scanRoughly('# H\n').frontMatterPlain).toBe(true);
  });
});
