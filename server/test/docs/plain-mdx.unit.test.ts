import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/docs/parse/page.ts';
import { isSurelyMdx } from '../../src/docs/parse/mdx/plain-mdx.ts';
import { propertyRuns } from '../support/property-runs.ts';

const beginning = fc.constantFrom('', '', '', '  ', '    ', '   ', '- ', '* ', '1. ', '2. ', '> ', '  - ', '\t');

const prose = [
  '',
  '',
  '',
  'text',
  'more text',
  '# Title <B/>',
  '## T {#id}',
  '---',
  '===',
  '***',
  '+ ',
  '10. x',
  '- - x',
];
const tags = [
  '<B>',
  '<B>',
  '</B>',
  '</B>',
  '<C x="1">',
  '</C>',
  '<B/>',
  '<B>x</B>',
  'a <C>x</C> b',
  '<A.b/>',
  '<a-b x={1}/>',
];
const unusual = [
  '<B',
  '  a="1"',
  '>',
  '/>',
  '<B> <C/>',
  '{Name} <B/>',
  '<B a="x|y"/>',
  '<https://x.y>',
  'a < b',
  '<br>',
];
const inline = [
  '*a <b>c</b> d*',
  '*a <b>c* d</b>',
  '_a <i>b_c</i>',
  '[x](<B>) y </B>',
  '[r]: <B>',
  '[^1]: note',
  '![i](j)',
];
const code = [
  '`<b>`',
  '`a',
  'b` <c> `d',
  '``x',
  '\\<B> y',
  '\\\\<B>',
  '[a](b "t',
  '<b> ") x </b>',
  '~~~',
  '```',
  '```js',
];
const braces = ['{/* c */}', '<!-- c -->', '{Name}', 'a {Name} b', '{x', "import A from 'a';", "import B from 'b'"];
const table = ['| a | b |', '| - | - |', '| <B>x</B> | c |', '| `a <b> | c` |'];
const content = fc.constantFrom(...prose, ...tags, ...unusual, ...inline, ...code, ...braces, ...table);

const page = fc
  .array(
    fc.tuple(beginning, content).map((parts) => parts.join('')),
    { maxLength: 10 },
  )
  .map((lines) => lines.join('\n'));

describe('isSurelyMdx', () => {
  it('is never true for text that the parser refuses', () => {
    fc.assert(
      fc.property(page, (text) => {
        if (!isSurelyMdx(text, 0)) return;
        expect(readPage(text, 'mdx').faults.filter(({ rule }) => rule === 'mdx-parse')).toEqual([]);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it.each([
    "import { Card } from '@site/Card';\nimport X, { Y as Z } from './x';\n\n<Card>\n  Text\n</Card>\n",
    '<Steps>\n  <Step title="First" icon={"a"} open>\n    Text\n    - one\n    - two\n  </Step>\n</Steps>\n',
    '<Card\n  title="A"\n  href="/b"\n>\n  Text with <b>bold</b> words and a <br/>\n</Card>\n',
    '1. First\n\n   <Note>\n   Text\n   </Note>\n\n2. Second `<T>`\n',
    'A \\<tag> and {/* a remark */} and {props.name}\n\n```jsx\n<Never closed={\n```\n',
    '> a quotation\n\n| a | b |\n| - | - |\n| <b>c</b> | d |\n\n## Title {#own}\n',
    '<B/>\n\n- code at the end\n\n  ~~~\n  <C>\n  ~~~\n',
  ])('recognises ordinary notation: %j', (text) => {
    expect(isSurelyMdx(text, 0)).toBe(true);
  });

  it.each([
    '<B>',
    '</B>',
    '{',
    '<B>\nx\n</C>',
    '- a\n  <B>\n</B>',
    'a < b',
    '<!-- a',
    'import {',
    '<https://a.b>',
    '<B/>\n\n- ```\na <b\n',
    '[^1]: note\n    ```js\n{x',
    '```\n- ```\n```\n</B>',
    '\t[^1]: note\n    ```js\n</B>',
    '---\n```js\n---\n</C>',
    '> 10. x\n<B\n/>',
    '> x\n<B\n/>',
    '> x\ny\n<B\n/>',
    '- - x\n    ```\n  <B>',
    '~~~\n~~~\n> ```\n<B>',
    '| <B>x</B> | c |\n2. \n2. <B> <C/>\n   </B>',
  ])('leaves doubtful text to the parser: %j', (text) => {
    expect(isSurelyMdx(text, 0)).toBe(false);
  });

  it('takes linear time, whatever the text', () => {
    const pieces = ['<A a', ' a="b"', '{/*', '`', ' "', '- ', '  - <B>\n', '<B>\n', '](<', '~~~\n', '> - '];
    for (const piece of pieces) expect(isSurelyMdx(`<A${piece.repeat(40_000)}<`, 0)).toBe(false);
  });
});
