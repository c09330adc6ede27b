import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleText } from '@copydesk/contract/invisible';
import { safeCode, safeCommitMessage, safeLine, safeMarkdown } from '../../../src/code-hosts/safe-text.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { expectHarmless, live } from './harmless.ts';

/** Pieces with a meaning for a host or a parser, in any order. */
const texts = [
  [
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
  [
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
  [
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
  [
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
  [
    'https://github.com/o/r/issues/12',
    'https://g.test/g/p/-/merge_requests/3',
    '[r]: ',
    '<https://x.test/@a>',
    'www.x.test',
    '$',
    '$$',
  ],
  [
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
    'Draft:',
    '[wip]',
    '(DRAFT)',
    '"',
    "'",
    '~',
    '^',
  ],
].flat();

const pieces = fc.constantFrom(...texts);

describe('safeMarkdown', () => {
  it('neutralises everything active, whatever the parts and their order', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => expectHarmless(parts.join(''))),
      { numRuns: propertyRuns(800) },
    );
  });

  it.each([
    'www.x.testo/r#12~bug',
    '<details>https://github.com/o/r/issues/12&12',
    '<details>https://github.com/o/r/issues/12~~~',
    String.raw`</details>\<img src=x>`,
    '~[x](https://github.com/o/r/issues/12)',
    '#[12](https://github.com/o/r/issues/12)',
    'GH-[12](https://github.com/o/r/issues/12)',
    'see [GH](https://github.com/o/r/issues/12)-12',
    '!*14. @alice*',
    '*!*14 and #**_12_**',
    '!*<sub>14</sub>*',
    '$$<https://g.test/g/p/-/merge_requests/3$12>',
    '$$[x](https://github.com/o/r/issues/3$12)',
  ])('neutralises everything active in %j', (text) => expectHarmless(text));

  it('neutralises everything active in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => expectHarmless(text)),
      { numRuns: 150 },
    );
  });
});

describe('what safeMarkdown leaves unchanged', () => {
  it.each([
    '## Heading\n\n- [ ] a box\n- [x] another\n\n1. one\n   ```sh\n   npm i @scope/pkg # 12\n   ```\n\nText.',
    'Code `@alice #12 <img>` and ``a ` @b`` and [`@c`](docs/a.md#part) and <https://x.test/@a#12>.',
    '| a | b |\n| --- | ---: |\n| `x` | y\\|z |',
    '> ```js\n> @alice\n> ```\n\n    indented\n\n~~~\n@b\n~~~',
    'Mail me@example.test or <me@example.test>; see [it](https://x.test/@a/b?c=d&e=f#12-three) and https://x.test/a#b.',
    '<details>\n<summary>More</summary>\n\n`@x`\n\n</details>\n\nPress <kbd>Ctrl</kbd>, H<sub>2</sub>O<br>end.',
    '```js\n@alice\n/close\n![x](y)\n```',
    'A & B, 5 < 6, 100 %, &nbsp;&mdash; **bold** _it_ ~~no~~.'.replace('~~no~~', '~~ no ~~'),
    'See [how](#install), [one](#1-one), [two](#step-2) and [three](./#3).',
    `${'A long line. '.repeat(500)}end`,
  ])('%#', (text) => {
    expect(safeMarkdown(text)).toBe(text);
  });
});

describe('what safeMarkdown neutralises', () => {
  it.each([
    ['@alice, (@bob) @acme/docs \\@c', '@&#x200B;alice, (@&#x200B;bob) @&#x200B;acme/docs \\@&#x200B;c'],
    ['&#64;alice &commat;b &#x00040;c', '@&#x200B;alice @&#x200B;b @&#x200B;c'],
    ['Fixes #12, GH-3, o/r#4, !5', 'Fixes #&#x200B;12, GH-&#x200B;3, o/r#&#x200B;4, !&#x200B;5'],
    ['[it](https://github.com/o/r/issues/12)', 'it (`github.com/o/r/issues/12`)'],
    ['[x](@alice) [y](#12)', '[x](./@alice) [y](./#12)'],
    ['[x](#1) [y](acme/docs#1) [z](%231)', '[x](./#1) [y](./acme/docs#1) [z](./%231)'],
    ['![alt](https://e.test/x.png) ![a][b]', '[alt](https://e.test/x.png) [a][b]'],
    ['<img src=x> <!-- gone -->x', '&lt;img src=x> &#x200B;x'],
    ['<details>https://g.test/a/issues/3x-by: A', '<details>g.test/a/issues/&#x200B;3x-by&#x200B;: A\n\n</details>'],
    ['Fixes #</details>14', 'Fixes #&#x200B;</details>14'],
    ['<!-- one\ntwo -->\n## Kept', '## Kept'],
    ['/close\n> /merge\n- /assign @x', '\\/close\n> \\/merge\n- \\/assign @&#x200B;x'],
    ['a ` b\n@c ` d', 'a \\` b\n@&#x200B;c \\` d'],
    ['```\n@open', '```\n@open\n```'],
    ['- x\n  ```\n@out', '- x\n  ```\n  ```\n@&#x200B;out'],
    ['<details>\n`@x`', '<details>\n&#x60;@&#x200B;x&#x60;\n\n</details>'],
    ['| ` | @alice ` |', '| ` | @&#x200B;alice ` |'],
    ['---\n```\n---\n@a', '***\n```\n---\n@a\n```'],
    ['a\u202Eb\u200Bc\u0007', 'abc'],
  ])('%j', (text, safe) => {
    expect(safeMarkdown(text)).toBe(safe);
    expect(safeMarkdown(safe)).toBe(safe);
  });

  it('handles 100 KB of each hardest input in one pass', () => {
    const units = [
      '>',
      '`',
      '` ',
      '*a_',
      '[',
      '![',
      '](',
      '<!--',
      '<!---->',
      '@',
      '&#64;',
      '```\n',
      '- ',
      '~',
      'a-',
      '[a](',
    ];
    for (const unit of [
      ...units,
      'https://',
      'https://a/',
      'www.',
      '<details>',
      '$`',
      'fix ',
      '\\',
      '<a@',
      '| ` ',
      'x-by ',
    ]) {
      const safe = safeMarkdown(unit.repeat(100_000 / unit.length));
      expect(safe.length).toBeLessThan(1_500_000);
    }
  });
});

/** What GitLab and Gitea accept as the mark of a draft, in all their versions. */
const draftMark = /^(?:\[(?:draft|wip)\]|\((?:draft|wip)\)|(?:draft|wip)(?::| - |$))/i;

describe('safeCommitMessage and safeLine', () => {
  it.each([
    ['Draft: Limits', 'Draft, Limits'],
    ['draft : Limits', 'draft, Limits'],
    ['[Draft] Limits', 'Draft, Limits'],
    ['(DRAFT) Limits', 'DRAFT, Limits'],
    ['Draft - Limits', 'Draft, Limits'],
    ['[WIP]Limits', 'WIP, Limits'],
    ['WIP: [draft] (Draft) Limits', 'WIP, draft, Draft, Limits'],
    [' \u200Bwip:\nLimits', 'wip, Limits'],
    ['Draft', 'Draft.'],
    ['Draft:', 'Draft.'],
    ['Drafts: how they work', 'Drafts: how they work'],
    ['Draft-mode is gone', 'Draft-mode is gone'],
    ['Explain [Draft] in titles', 'Explain [Draft] in titles'],
  ])('a title cannot mark a draft by accident: %j', (text, safe) => {
    expect(safeLine(text)).toBe(safe);
    expect(safeLine(safe)).toBe(safe);
  });

  it('neutralise everything active, whatever the parts and their order', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const message = safeCommitMessage(parts.join(''));
        const words = message.replaceAll(/(?:https?:\/\/|www\.)[^\s<>()[\]{}"'`]+/g, ' ');
        for (const pattern of live) expect(words).not.toMatch(pattern);
        expect(safeCommitMessage(message)).toBe(message);
        const line = safeLine(parts.join(''));
        expect(line).not.toContain('\n');
        expect(line).not.toMatch(draftMark);
        expect(safeLine(line)).toBe(line);
      }),
      { numRuns: propertyRuns(800) },
    );
  });
});

describe('an invisible character', () => {
  const hidden = 'Tidy\u202e up\u{e0068}\u{e0069} 😊\ufe01\u{e0142} a\u200bb\u200dc\u001b[2J\u3164\ue001';

  it.each([
    ['a description', safeMarkdown],
    ['a title', safeLine],
    ['a commit message', safeCommitMessage],
    ['a name', safeCode],
  ])('is removed from %s', (_name, safe) => {
    expect(visibleText(safe(hidden))).toBe(safe(hidden));
    expect(safe(hidden)).toMatch(/Tidy up 😊 abc/);
  });

  it('stays if an emoji or a script needs it', () => {
    const text =
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 👩\u200d💻 ❤\ufe0f नमस्ते क्\u200dष نمی\u200cشود 葛\u{e0100}';
    expect(safeLine(text)).toBe(text);
    expect(safeMarkdown(text)).toBe(text);
  });

  it('is removed even if it hides the next one', () => {
    expect(safeLine('ا\u202e\u200dا')).toBe('اا');
  });
});
