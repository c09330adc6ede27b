import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { safeCommitMessage, safeLine, safeMarkdown } from '../../../src/code-hosts/safe-text.ts';

const markdown = new MarkdownIt({ html: true, linkify: true });

/** What a host looks for in a description: in what is rendered, outside of code and links. */
function rendered(text: string): { html: string; text: string } {
  const html = markdown.render(text);
  const visible = html
    .replaceAll(/<pre>[^]*?<\/pre>|<code>[^]*?<\/code>|<a [^]*?<\/a>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x200b;/gi, '\u200B')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return { html, text: visible };
}

const live = [
  /(?<![A-Za-z0-9_])[@＠][A-Za-z0-9]/,
  /#\d/,
  /\bG[HL]-\d/i,
  /!\d/,
  /https?:\/\/[^\s>)]+\/(?:issues|pull|merge_requests)\/\d/,
  /\[(?:skip ci|ci skip|no ci|skip actions)\]/i,
  /^(?:co-authored|signed-off|reviewed)-by:/im,
  /\p{Default_Ignorable_Code_Point}(?<!\u200B)/u,
];

function expectHarmless(text: string): void {
  const safe = safeMarkdown(text);
  const { html, text: visible } = rendered(safe);
  for (const pattern of live) expect(visible).not.toMatch(pattern);
  expect(html).not.toMatch(/<(?:img|picture|video|svg|style|script|iframe|a [^>]*href="[^"]*\/(?:issues|pull)\/\d)/i);
  expect(safe).not.toMatch(/^\/(?:close|assign|merge)/m);
  expect(safe).not.toMatch(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/);
  expect(safeMarkdown(safe)).toBe(safe);
}

/** Pieces that mean something to a host or to a parser, in any order. */
const pieces = fc.constantFrom(
  ...[
    '@alice',
    '@acme/docs',
    '#12',
    'GH-12',
    'o/r#12',
    '!12',
    '~bug',
    '%"v 1"',
    '&12',
    '$12',
    'Fixes ',
    'closes: ',
    '`',
    '``',
  ],
  ...[
    '```',
    '~~~',
    '````',
    '```js',
    '\n',
    '\n\n',
    ' ',
    '  ',
    '    ',
    '\t',
    '> ',
    '>',
    '>>>',
    '- ',
    '1. ',
    '14. ',
    '* ',
    '|',
    '\\',
    '!',
    '[',
  ],
  ...[
    '](',
    ')',
    ']',
    '[x](',
    '![a](https://e.test/x.png)',
    '<img src=x>',
    '<details>',
    '</details>',
    '<summary>',
    '<kbd>',
    '<br>',
  ],
  ...[
    '<!--',
    '-->',
    '<',
    '>',
    '&#64;',
    '&commat;',
    '&#35;',
    '&#x40;',
    '&amp;',
    '&#8203;',
    '＠bob',
    '\u202E',
    '\u200B',
    '/close',
    '/assign @x',
  ],
  ...[
    'https://github.com/o/r/issues/12',
    'https://g.test/g/p/-/merge_requests/3',
    '[r]: ',
    '<https://x.test/@a>',
    'www.x.test',
    '$',
    '$$',
  ],
  ...[
    'Signed-off-by: A',
    '[skip ci]',
    '***NO_CI***',
    'a',
    'word',
    '*',
    '_',
    '**',
    '---',
    '===',
    '# ',
    ':',
    'me@x.test',
    '"',
    "'",
    '~',
    '^',
  ],
);

describe('safeMarkdown', () => {
  it('leaves nothing alive, whatever the pieces and their order', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => expectHarmless(parts.join(''))),
      { numRuns: 5000 },
    );
  });

  it('leaves nothing alive in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => expectHarmless(text)),
      { numRuns: 1000 },
    );
  });
});

describe('safeCommitMessage and safeLine', () => {
  it('leave nothing alive, whatever the pieces and their order', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const message = safeCommitMessage(parts.join(''));
        const words = message.replaceAll(/(?:https?:\/\/|www\.)[^\s<>()[\]{}"'`]+/g, ' ');
        for (const pattern of live) expect(words).not.toMatch(pattern);
        expect(safeCommitMessage(message)).toBe(message);
        const line = safeLine(parts.join(''));
        expect(line).not.toContain('\n');
        expect(safeLine(line)).toBe(line);
      }),
      { numRuns: 3000 },
    );
  });
});
