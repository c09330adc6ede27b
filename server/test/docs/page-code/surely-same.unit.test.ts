import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesOfAll } from '../../../src/docs/page-code/builders.ts';
import { onlyElements, strictest, type CodeRules } from '../../../src/docs/page-code/code-rules.ts';
import { isSurelySame, mayRunInBrowsers } from '../../../src/docs/page-code/quick.ts';
import { tokenize } from '../../../src/docs/parse/tokens.ts';
import { readPageCode } from '../../../src/docs/page-code/read-page-code.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const allRules: CodeRules = strictest(rulesOfAll);

function codeOf(text: string, isMdx: boolean): string[] {
  const pieces = isMdx
    ? readPageCode({ text, path: 'a.mdx', dialect: 'mdx', rules: onlyElements })
    : readPageCode({ text, path: 'a.md', dialect: 'myst', rules: allRules });
  // No builder accepts a page of MDX that becomes invalid.
  return pieces.flatMap(({ kind, key }) => (kind === 'unreadable' ? [] : key)).toSorted();
}

/** Whether no builder accepts the text, so that what it would run can only be guessed. */
function isBroken(text: string): boolean {
  try {
    tokenize(text, 'mdx');
    return false;
  } catch {
    return true;
  }
}

const blocks = [
  '```js\nimport x from "x";\nif (a) {\n  run(`b`);\n```',
  '```\n<script\n```',
  '  ```js\n  a {\n  ```',
  '- ```js\n  a {\n  ```',
  '~~~\n```\n{\n~~~',
  '````md\n```js\na {\n```\n````',
  '<img\n  src="/a.png"\n  alt="words"\n/>',
  '<Card\n  title="words"\n  on={run()}\n>',
  '</Card>',
  '<script setup>\nconst a = run(1)\n</script>',
  '<style>\n.a { color: red }\n</style>',
  'export const A = () => {\n  return run("words");\n};',
  'export const b = `words',
  '`;',
  '{run(',
  ')}',
  '<div>',
  '</div>',
  'The `<script>` element, {a.b} and `x {`.',
  '```{jinja}\nwords\n```',
  ':::{unheard-of}\nwords\n:::',
  ':::{note}',
  '{{ words',
  'words }}',
  '&#123;&#123; words',
  '{% if words',
  '%}',
  '# Title {#id onclick="words"\ntitle="words"}',
  '{role}`words`',
];
const prose = [
  '',
  '',
  '',
  'Words of prose.',
  'import more words',
  'title="words"',
  'run("words")',
  '  indented words',
  '> quoted',
];
const pages = fc.array(fc.constantFrom(...prose, ...blocks), { minLength: 1, maxLength: 8 });
const edit = fc.record({
  at: fc.nat(7),
  line: fc.constantFrom(...prose, 'import y from "y"', '{run(2)}', '```', '</script>', '```js\nrun(3)\n```'),
});

describe('isSurelySame', () => {
  it('is never true for pages with different code', () => {
    fc.assert(
      fc.property(pages, fc.array(edit, { minLength: 1, maxLength: 2 }), fc.boolean(), (lines, edits, isMdx) => {
        const before = lines.join('\n');
        const after = edits.reduce((all, { at, line }) => all.with(at % all.length, line), lines).join('\n');
        fc.pre(!isMdx || !isBroken(before));
        const [was, is] = [codeOf(before, isMdx), codeOf(after, isMdx)];
        expect(isSurelySame(before, after, isMdx) ? is : was).toEqual(was);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it.each([
    ['a fence', '```js\nimport x from "x";\nif (a) {\n```'],
    ['a fence in an item', '- One\n\n  ```js\n  if (a) {\n  ```'],
    ['a longer fence', '````md\n```js\nif (a) {\n```\n````'],
    ['a tag over several lines', '<img\n  src="/a.png"\n  alt="A picture"\n/>'],
    ['a script', '<script setup>\nimport A from "./A.vue"\n</script>'],
    ['a module', 'export const A = () => {\n  return 1;\n};'],
    ['code within a line', 'The `<script>` element and `if (a) {`.'],
  ])('is true for different words beside %s', (_, block) => {
    const [before, after] = ['One sentence.', 'Another.'].map((sentence) => `# Page\n\n${block}\n\n${sentence}\n`);
    expect(isSurelySame(before ?? '', after ?? '', block.startsWith('export'))).toBe(true);
  });

  it.each([
    ['a fence', '```js\nif (a) {\n```', '```js\nif (b) {\n```'],
    ['a tag', '<img\n  alt="a"\n/>', '<img\n  alt="b"\n/>'],
    ['a script', '<script>\nrun\n</script>', '<script>\nran\n</script>'],
    ['a module', 'export const a = () => {\n  one\n}', 'export const a = () => {\n  two\n}'],
  ])('is not true for different words in %s', (_, before, after) => {
    const said = [true, false].map((isMdx) => isSurelySame(`# Page\n\n${before}\n`, `# Page\n\n${after}\n`, isMdx));
    expect(said).toEqual([false, false]);
  });

  it('takes a time in proportion to the text', () => {
    const pieces = [
      '>',
      '> - ',
      '```\n',
      '  ```\n',
      '<A\n',
      ' a',
      ' a="b"\n',
      '<script>\n',
      'export a\n}\n\n',
      'export\n',
      '`',
    ];
    for (const piece of pieces) {
      const text = piece.repeat(20_000);
      expect(typeof isSurelySame(`${text}a`, `${text}b`)).toBe('boolean');
    }
  });
});

describe('mayRunInBrowsers', () => {
  it.each([
    '<script>',
    '<svg:script>',
    'java\nscript:run',
    'java\u200bscript\\:run',
    'java&#115;cript:run',
    '<a onclick=run>',
    '<iframe src="a">',
  ])('%j', (text) => {
    expect(mayRunInBrowsers(text)).toBe(true);
  });

  it.each(['description: A', 'A script, TypeScript and a subscription', '[a](b?c=d&amp;e)'])('not %j', (text) => {
    expect(mayRunInBrowsers(text)).toBe(false);
  });
});
