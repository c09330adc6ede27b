import { expect, test } from 'vitest';
import { safeMarkdown } from '../../src/code-hosts/safe-text.ts';
import { renderMarkdown } from '../../src/pages/view/markdown.ts';
import { renderPreview } from '../../src/pages/view/preview.ts';

const render = (text: string) => renderMarkdown(text).markup;
const preview = (text: string) => renderPreview(text, () => undefined).markup;

test('raw HTML is shown as text', () => {
  expect(render('<script>alert(1)</script>')).not.toContain('<script>');
  expect(render('a <b onclick="x()">b</b>')).toBe('<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>\n');
});

test('links lead only to http, https and mailto, and search engines do not follow them', () => {
  expect(render('[a](https://example.com)')).toBe(
    '<p><a href="https://example.com" rel="noopener noreferrer nofollow">a</a></p>\n',
  );
  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
  ]) {
    expect(render(`[a](${address})`)).not.toContain('href');
  }
  expect(render('see https://example.com')).toContain('rel="noopener noreferrer nofollow"');
});

test.each([
  'README.md',
  'setup.py and install.sh',
  'main.rs',
  'example.com',
  'me@example.com',
  '192.168.0.1',
  '//evil.example',
])('%s is no link', (text) => {
  expect(render(text)).toBe(`<p>${text}</p>\n`);
});

test('what was written against mentions at code hosts is not seen', () => {
  const text = 'Install @pinia/nuxt, see #12 and ask @ada.';
  expect(safeMarkdown(text)).toContain('&#x200B;');
  expect(render(safeMarkdown(text))).toBe(`<p>${text}</p>\n`);
  expect(render('a&#x200B;&#x200B;b&#x200B;&#x200B;c')).toContain('U+200B');
  expect(render('a\u200bb')).toContain('U+200B');
});

test('an image becomes a link, so that no request goes to a third party', () => {
  const markup = render('![a "logo"](https://example.com/logo.png)');
  expect(markup).not.toContain('<img');
  expect(markup).toContain(
    '<a href="https://example.com/logo.png" rel="noopener noreferrer nofollow">image: a &quot;logo&quot;</a>',
  );
});

test('headings stand below those of the page', () => {
  expect(render('# One\n\n##### Five')).toBe('<h3>One</h3>\n<h6>Five</h6>\n');
});

test.each([
  ['a description', render],
  ['a preview', preview],
])('cells of %s are aligned without a style attribute, which the policy refuses', (_name, rendered) => {
  const markup = rendered('| a | b | c |\n| :-- | --: | --- |\n| 1 | 2 | 3 |\n');
  expect(markup).toContain('<th align="left">a</th>');
  expect(markup).toContain('<td align="right">2</td>');
  expect(markup).toContain('<td>3</td>');
  expect(markup).not.toContain('style');
});

test.each([
  ['nested quotes', '>'.repeat(29_000)],
  ['emphasis that never closes', '*a_ '.repeat(7_000)],
  ['brackets', '['.repeat(29_000)],
  ['nested lists', Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
])('hostile Markdown is rendered without an error: %s', (_name, text) => {
  expect(render(text).length).toBeGreaterThan(0);
});

test('a very long text is shown without rendering', () => {
  expect(render('*a*'.repeat(50_000))).toMatch(/^<pre>\*a\*/);
});

test('a preview has pages of up to 80,000 characters', () => {
  expect(preview('*a*\n\n'.repeat(16_000))).toContain('<em>a</em>');
  expect(preview('*a*\n\n'.repeat(16_001))).toContain('more than 80,000 characters: it is not shown rendered');
});

test('invisible characters of a link are shown in its text, its title and its address', () => {
  expect(render('[a\u202eb](https://example.com/\u202e "t\u202e") שלום')).toBe(
    '<p><a href="https://example.com/%E2%80%AE" title="t[U+202E]" rel="noopener noreferrer nofollow">' +
      'a<span class="hidden-character" title="A character that is not visible">U+202E</span>b</a> שלום</p>\n',
  );
});
