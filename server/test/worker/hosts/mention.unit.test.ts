import { expect, test } from 'vitest';
import { isOwnComment, requestOf } from '../../../src/worker/hosts/mention.ts';

test.each([
  ['@copydesk fix the links', 'fix the links'],
  ['@Copydesk, fix the links', 'fix the links'],
  ['Please, @COPYDESK: fix the links.', 'Please, : fix the links.'],
  ['Fix the links, @copydesk.', 'Fix the links, .'],
  ['Thanks!\n\n@copydesk fix `guide.md`\nand its links', 'Thanks!\n\nfix `guide.md`\nand its links'],
  ['(@copydesk fix it)', '( fix it)'],
  ['@copydesk and again @copydesk', 'and again'],
  ['**@copydesk** fix it', '**** fix it'],
  ['a\r\n@copydesk b', 'a\nb'],
  ['@copydesk', ''],
  ['> quoted\n@copydesk do it', '> quoted\ndo it'],
  ['`` ` `` @copydesk it', '`` ` ``  it'],
  ['```\ncode\n```\n@copydesk do it', '```\ncode\n```\ndo it'],
  ['an open ` backtick\n\n@copydesk do ` it', 'an open ` backtick\n\ndo ` it'],
  ['>>>\nquoted\n>>>\n@copydesk do it', '>>>\nquoted\n>>>\ndo it'],
  ['1. one\n\n    @copydesk do it', '1. one\n\n    do it'],
  ['- ```\n  code\n  ```\n- @copydesk do it', '- ```\n  code\n  ```\n-  do it'],
])('%j asks for %j', (body, request) => {
  expect(requestOf(body, 'copydesk')).toBe(request);
});

test.each([
  ['fix the links'],
  ['copydesk fix it'],
  ['@copydesks fix it'],
  ['@copydesk-bot fix it'],
  ['@copydesk/docs fix it'],
  ['@copydesk.io fix it'],
  ['ann@copydesk fix it'],
  ['see https://example.com/@copydesk'],
  ['say `@copydesk fix it`'],
  ['say ``@copydesk `x` `` once'],
  ['say `one\n@copydesk two` once'],
  ['```\n@copydesk fix it\n```'],
  ['~~~~ md\n```\n@copydesk fix it\n~~~\n@copydesk\n~~~~'],
  ['```\n@copydesk in a fence that is left open'],
  ['> @copydesk fix it'],
  ['  > > @copydesk fix it'],
  ['<!-- @copydesk fix it -->'],
  ['<!-- open\n@copydesk fix it'],
  ['so:\n\n    @copydesk as code\n\tfix'],
  ['>>>\n@copydesk fix it\n>>>\nshe said'],
  ['- > @copydesk fix it'],
  ['1. one\n   > @copydesk fix it'],
  ['- ```\n  @copydesk fix it\n  ```'],
  ['<pre>\n@copydesk fix it\n</pre>'],
  ['<code>@copydesk fix it</code>'],
  ['<blockquote>\n\n@copydesk fix it'],
])('%j addresses no one', (body) => {
  expect(requestOf(body, 'copydesk')).toBeUndefined();
});

test('the name is a setting, and is not read as a pattern', () => {
  expect(requestOf('@docs.bot fix it', 'docs.bot')).toBe('fix it');
  expect(requestOf('@docsxbot fix it', 'docs.bot')).toBeUndefined();
  expect(requestOf('@copydesk fix it', 'docs.bot')).toBeUndefined();
});

test('a comment of 60,000 backticks is read in short time', () => {
  const body = `${'` '.repeat(30_000)}@copydesk fix it`;
  expect(requestOf(body, 'copydesk')).toContain('fix it');
  expect(requestOf(`x ${'`'.repeat(60_000)} @copydesk x`, 'copydesk')).toContain('x');
});

test("comments of Copydesk are recognised by their mark, and people's quotes of the mark are not", () => {
  expect(isOwnComment('Done.\n\n<!-- copydesk:answer-1 -->')).toBe(true);
  expect(isOwnComment('> Done.\n> <!-- copydesk:answer-1 -->\n\n@copydesk no')).toBe(false);
});
