import { describe, expect, it } from 'vitest';
import { scanOutline, scanRoughly } from '../../src/docs/compare/candidates.ts';
import { readPage } from '../../src/docs/parse/page.ts';

const text = `(my-name)=
# Title

\`\`\`{note}
:class: x
A [link](a.md) and {doc}\`the page <b>\`, {ref}\`over
two lines <name>\`.
\`\`\`

:::{figure} c.png
:name: the-figure
Words
:::

\`\`\`{image} d.png
\`\`\`

\`\`\`{tip}
---
name: the-tip
---
Words
\`\`\`

\`\`\`{code-block} md
[not](e.md)
\`\`\`

% [not](f.md)
<project:g.md#x> [span]{#span-name}
`;

describe('MyST', () => {
  const page = readPage(text, 'myst');
  const targets = ['a.md', '{doc}`the page <b>`', '{ref}`over two lines <name>`', 'c.png', 'd.png', 'project:g.md#x'];

  it('finds links in directives with prose, roles, files of directives and addresses of its own', () => {
    expect(page.links.map(({ target }) => target)).toEqual(targets);
    for (const { span, target } of page.links) expect(text.slice(span.start, span.end).replace('\n', ' ')).toBe(target);
  });

  it('reads names, headings and the first paragraph', () => {
    expect(page.ids).toEqual(expect.arrayContaining(['my-name', 'the-figure', 'the-tip', 'span-name']));
    expect(page.headings).toMatchObject([{ text: 'Title', depth: 1 }]);
    expect(page.firstParagraph).toMatch(/^A link and/);
  });

  it('has every target among the candidates of a quick look', () => {
    expect(scanRoughly(text).targets.split('\n')).toEqual(expect.arrayContaining(targets));
    expect(scanOutline(text).targets.split('\n')).toEqual(expect.arrayContaining(targets));
  });

  it('reads hostile texts without hanging', () => {
    for (const hostile of ['{#', '{ref}`', '(a)=\n', '```{note}\n', '<project:', ':::{figure} ', '`{', '{ #a '])
      expect(readPage(hostile.repeat(2_000), 'myst').faults).toEqual([]);
  });
});
