import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainParts } from '../../../src/docs/page-code/plain-page.ts';
import { readPageCode } from '../../../src/docs/page-code/read-page-code.ts';
import { onlyElements } from '../../../src/docs/page-code/code-rules.ts';
import { maskForMdx } from '../../../src/docs/parse/mdx/mdx-masks.ts';
import { tokenize } from '../../../src/docs/parse/tokens.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const kinds = {
  mdxjsEsm: 'module',
  mdxFlowExpression: 'expression',
  mdxTextExpression: 'expression',
  mdxJsxFlowTag: 'tag',
  mdxJsxTextTag: 'tag',
} as const;

/** Returns what the parser treats as parts that may run: modules line by line, without closing tags. */
function parsedParts(text: string): string[] {
  const masked = maskForMdx(text);
  return tokenize(text, 'mdx').flatMap(({ enter, token: { type, start, end } }) => {
    const kind = Object.entries(kinds).find(([name]) => name === type)?.[1];
    if (enter || kind === undefined || masked.startsWith('</', start)) return [];
    return masked
      .slice(start, end)
      .split(kind === 'module' ? /\n+/ : /$^/)
      .map((source) => `${kind} ${source.trim()}`);
  });
}

function partsOf(text: string): string[] | undefined {
  const masked = maskForMdx(text);
  return plainParts(masked)?.map(({ kind, start, end }) => `${kind} ${masked.slice(start, end).trim()}`);
}

function piecesOf(text: string): string[] {
  return readPageCode({ text, path: 'a.mdx', dialect: 'mdx', rules: onlyElements }).map(
    ({ kind, key }) => `${kind} ${key}`,
  );
}

const begins = fc.constantFrom('', '', '', '- ', '  ', '> ', '1. ', '    ', '## ', '\\');
const contents = fc.constantFrom(
  '',
  'text',
  'a `code` b',
  'a ` b',
  "import A from './a';",
  "import B from 'b'",
  "import { C, D as E } from 'c';",
  'export const a = 1;',
  '<A>',
  '</A>',
  '<A b="c" />',
  '<A',
  '  b="c"',
  '>',
  '/>',
  'a <b>c</b> d',
  '<A t="`"> <S /> <A t="`">',
  '<A t=\'`\' on={1} u="`" />',
  '<script src="x" />',
  '{props.name}',
  '{/* c */}',
  '<!-- <S /> -->',
  '{run()}',
  '\\{a\\}',
  '`<S />`',
  '[a](b) {A}',
  '[a](<b> "t")',
  '```',
  '```js',
  '~~~',
  '| a | <b>c</b> |',
  '| - | - |',
  '# T {#id}',
);
const page = fc
  .array(
    fc.tuple(begins, contents).map((parts) => parts.join('')),
    { maxLength: 9 },
  )
  .map((lines) => lines.join('\n'));

describe('plainParts', () => {
  it('reports what the parser reports, or nothing', () => {
    fc.assert(
      fc.property(page, (text) => {
        const reported = partsOf(text);
        expect(reported).toEqual(reported && parsedParts(text));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('reads ordinary pages', () => {
    const text =
      "---\ntitle: A\n---\nimport { A } from '@site/a';\n\n# Title {#own}\n\n<A\n  href=\"/b\"\n>\n  See [it](/c?a=1&b=2), `<S />` and {props.name}.\n</A>\n\n```js\nimport x from 'y';\n<S />\n```\n";
    expect(partsOf(text)).toEqual([
      "module import { A } from '@site/a';",
      'tag <A\n  href="/b"\n>',
      'expression {props.name}',
    ]);
  });

  it.each([
    '[a](javascript:run)',
    '[a]( <java\u200bscript:run>)',
    '[a](&#106;avascript:run)',
    '[a](&colon;x)',
    '[a](\n> data:text/html,x)',
    '> [a](\n> data:text/html,x)',
    '[a]: vbscript:run',
    '[a](javascript\\:run)',
  ])('leaves addresses that may run code to the parser: %j', (text) => {
    expect(plainParts(text)).toBeUndefined();
  });

  it('finds the same as the parser', () => {
    const plain =
      'import A from \'a\';\n\n<Frame>\n  <img src="/a.png" onError="run" />\n</Frame>\n\n{props.constructor}\n';
    expect(piecesOf(plain)).toEqual(piecesOf(`${plain}\n\t{1}\n`));
    expect(piecesOf(plain)).toEqual([
      'import import a',
      'embed frame ',
      'handler onerror run',
      'call name constructor',
    ]);
  });

  it('takes a time in proportion to the text', () => {
    const pieces = ['<A a', ' a="b"', '{', '`', '](', '&', ']: ', "import A from 'a'\n", '\\', '---\n'];
    for (const piece of pieces) expect(plainParts(`---\n${piece.repeat(60_000)}<`)).toBeUndefined();
  });
});
