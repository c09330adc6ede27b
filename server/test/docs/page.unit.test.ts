import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceSpans } from '../../src/docs/text/lines.ts';
import type { Dialect } from '../../src/docs/parse/page-facts.ts';
import { readPage } from '../../src/docs/parse/page.ts';

const dialects: Dialect[] = ['markdown', 'pymdown', 'mdx', 'mdx-tolerant'];

describe('readPage', () => {
  it('finds targets of every kind at their exact places, whatever the line endings and the script', () => {
    const text =
      '\ufeff# Ünï 😀 `code` [l](<a b.md> "t") {#id}\r\n\r\n\tcode [no](no.md)\r\n\r\n- ![bild 😀](img/ä.png)\r\n\r\n  [r]: ref.md\r\n\r\nA [link *with* text](c.md?x=1#y) and [r].\r\n\r\n<a href=\'h.md\'>x</a> <img alt="a" src=i.png>\r\n';
    const facts = readPage(text, 'markdown');
    expect(facts.links.map(({ kind, target }) => `${kind} ${target}`)).toEqual([
      'link a b.md',
      'image img/ä.png',
      'definition ref.md',
      'link c.md?x=1#y',
      'attribute h.md',
      'attribute i.png',
    ]);
    for (const { span, target } of facts.links) expect(text.slice(span.start, span.end)).toBe(target);
    expect(facts.headings).toMatchObject([{ text: 'Ünï 😀 code l', depth: 1, style: 'atx', id: 'id' }]);
    expect(facts.firstParagraph).toBe('A link with text and r.');
    expect(facts.references).toHaveLength(1);
  });

  it('distinguishes prose from other text', () => {
    const text = [
      '---\ntitle: Front\n---',
      'Prose one `inline` <https://auto.link> www.bare.link [label](target.md).',
      '```js\nfenced\n```',
      '<div class="x">\nhtml text\n</div>',
      '<!-- comment -->',
      'Costs $5 and $6, but $x^2$ is math, {{ template }} too. <code>tagged</code>',
      '> [!NOTE]\n> quoted',
      '    indented',
    ].join('\n\n');
    const prose = replaceSpans(
      text,
      readPage(text, 'markdown').code.map((span) => ({ ...span, text: '·' })),
    );
    for (const hidden of [
      'Front',
      'inline',
      'auto',
      'bare',
      'target',
      'fenced',
      'class',
      'comment',
      'x^2',
      'template',
      'tagged',
      'NOTE',
      'indented',
    ]) {
      expect(prose).not.toContain(hidden);
    }
    for (const shown of ['Prose one', 'label', 'html text', 'Costs $5 and $6', 'is math', 'quoted'])
      expect(prose).toContain(shown);
  });

  it('reads MDX: imports, expressions, components and their attributes', () => {
    const text =
      'import Part from "./_part.mdx"\n\nexport const x = 1\n\n# T {/* #own */}\n\n<Tabs>\n  <Tab title="One" id="first">[a](b.md)</Tab>\n</Tabs>\n\n{x + 1} text <!-- old comment -->\n\n<Card title="T" href="/go" />\n';
    const facts = readPage(text, 'mdx');
    expect(facts.faults).toEqual([]);
    expect(facts.imports).toMatchObject([{ target: './_part.mdx' }]);
    expect(facts.links.map(({ target }) => target)).toEqual(['b.md', '/go']);
    expect(facts.ids).toEqual(['first']);
    expect(facts.headings).toMatchObject([{ text: 'T', id: 'own' }]);
    expect(facts.components.map(({ name }) => name)).toEqual(['Tabs', 'Tab', 'Card']);
  });

  it('reports invalid MDX, and then reads the page as Markdown', () => {
    const unclosed = readPage('# T\n\n<Foo>\n\n[a](b.md)\n', 'mdx');
    expect(unclosed.faults).toMatchObject([{ rule: 'mdx-parse', offset: 5 }]);
    expect(unclosed.links.map(({ target }) => target)).toEqual(['b.md']);
    expect(readPage('a {b\n', 'mdx').faults).toMatchObject([{ rule: 'mdx-parse' }]);
    expect(readPage('*a <b>c* d</b>\n', 'mdx').faults).toMatchObject([{ rule: 'mdx-parse' }]);
    expect(readPage('- <A>\n- </A>\n', 'mdx').faults).toMatchObject([{ rule: 'mdx-parse' }]);
    expect(readPage('<A>\n\n- x\n\n</A>\n\n> <B>\n> y\n> </B>\n', 'mdx').faults).toEqual([]);
  });

  it('reads the indented blocks of Python-Markdown', () => {
    const text =
      '!!! note "Title"\n\n    # Inside\n\n    [a](b.md)\n\n    === "Tab"\n\n        [c](d.md)\n\n            real code [e](f.md)\n\nOutside\n===\n';
    const facts = readPage(text, 'pymdown');
    expect(facts.links.map(({ target }) => target)).toEqual(['b.md', 'd.md']);
    expect(facts.headings.map(({ text: heading }) => heading)).toEqual(['Inside', 'Outside']);
  });

  it('never throws, and every span is inside the text and says what it is', () => {
    const piece = fc.constantFrom(
      '# ',
      '\n',
      '\r\n',
      '\n\n',
      '- ',
      '> ',
      '    ',
      '\t',
      '```',
      '`',
      '[a](b.md)',
      '![i](x.png)',
      '[r]: t',
      '[r]',
      '<a href="x">',
      '</a>',
      '<B t="',
      '{',
      '}',
      '<!--',
      '-->',
      '---\n',
      'a: b',
      '$$',
      '$x$',
      '!!! note',
      '=== "T"',
      '|',
      '|-|',
      '*',
      '_',
      '~~',
      '\ufeff',
      '😀',
      '\\',
      '&amp;',
      'www.x.y',
      'import x from "y"\n',
      '{#id}',
      '<![CDATA[',
      '[^1]',
      '[^1]: ',
    );
    const text = fc.oneof(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 40 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...dialects), (source, dialect) => {
        const facts = readPage(source, dialect);
        const spans = [...facts.code, ...facts.headings, ...facts.links.map(({ span }) => span), ...facts.links];
        for (const { start, end } of spans) expect(0 <= start && start <= end && end <= source.length).toBe(true);
        for (const { span, target } of facts.links) expect(source.slice(span.start, span.end)).toBe(target);
        const identity = facts.links.map(({ span, target }) => ({ ...span, text: target }));
        expect(replaceSpans(source, identity)).toBe(source);
      }),
      { numRuns: 200 },
    );
  });
});
