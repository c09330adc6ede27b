import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pagePath } from '../../../src/analytics/collect/page-path.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('one page has one path', () => {
  test.each([
    ['/', ['/', '//', '/.', '/..', '/index.html', '/INDEX.HTM', '/index.md', '/?x=/y', '/#top', '/a/..', '/%2e']],
    ['/docs', ['/docs', '/docs/', '/docs//', '//docs', '/./docs', '/x/../docs', '/docs?', '/docs/index.html']],
    [
      '/docs',
      ['/docs/index.md', '/docs/index.html.md', '/docs.md', '/docs.mdx', '/docs.html', '/docs.htm', '/docs.MD'],
    ],
    ['/docs/index', ['/docs/index', '/docs/index/', '/docs/index/index.html']],
    ['/docs/.md', ['/docs/.md', '/docs/.md/', '/docs/.md.html']],
    ['/café', ['/café', '/cafe\u0301', '/caf%C3%A9', '/caf%c3%a9', '/cafe%CC%81', '/café.md', '/caf%C3%A9/?q#f']],
    ['/~ann/(a)', ['/~ann/(a)', '/%7Eann/%28a%29', '/%7eann/%28%61%29/']],
    ['/a"<b>|`{}^', ['/a"<b>|`{}^', '/a%22%3Cb%3E%7C%60%7B%7D%5E']],
    ['/a/b', ['/a/b', '\\a\\b'.replace('\\', '/'), '/a//../b', '/a/%2E/b', '/a/c/.%2e/b']],
    ['/日本語/🦊', ['/日本語/🦊', '/%E6%97%A5%E6%9C%AC%E8%AA%9E/%F0%9F%A6%8A']],
    ['/v1.2/node.js-guide', ['/v1.2/node.js-guide', '/v1.2/node.js-guide.html']],
    ['/report.pdf', ['/report.pdf']],
  ])('%s', (path, asked) => {
    expect(asked.map(formOf)).toEqual(asked.map(() => path));
  });

  test.each([
    ['/Docs', '/docs'],
    ['/docs/index', '/docs'],
    ['/a%2Fb', '/a/b'],
    ['/a%3Fb', '/a?b'],
    ['/a%252Fb', '/a%2Fb'],
    ['/a%20b', '/ab'],
    ['/a%5Cb', '/a/b'],
  ])('%s and %s are different pages', (one, other) => {
    expect(pagePath(one)).not.toEqual(pagePath(other));
  });
});

test.each([
  ['/a b', '/a%20b'],
  ['/a\u00a0b', '/a%C2%A0b'],
  ['/a\u200bb', '/a%E2%80%8Bb'],
  ['/a%e2%80%ae', '/a%E2%80%AE'],
  ['/a%00%0d%0a', '/a%00%0D%0A'],
  ['/a%2f%23', '/a%2F%23'],
  ['/100%', '/100%25'],
  ['/%zz', '/%25zz'],
  ['/%ff%c3', '/%FF%C3'],
  ['/%c3%a9%ff%c3%a9', '/é%FFé'],
  ['/%ed%a0%80', '/%ED%A0%80'],
  ['/%2F\u0307', '/%2F\u0307'],
])('%j stays encoded, or is encoded: %s', (asked, path) => {
  expect(pagePath(asked)).toMatchObject({ path });
});

test.each(['/a.md', '/a.MDX', '/index.md', '/a.html.md'])('%s asks for Markdown', (path) => {
  expect(pagePath(path)).toMatchObject({ markdown: true });
});

test.each(['/a', '/a.html', '/.md', '/md', '/a.md/b', '/a.md.html', '/llms.txt'])('%s does not', (path) => {
  expect(pagePath(path)).toMatchObject({ markdown: false });
});

test.each([
  ['docs', 'invalid_url'],
  ['', 'invalid_url'],
  ['*', 'invalid_url'],
  ['/a\u202eb', 'invalid_characters'],
  ['/a\0', 'invalid_characters'],
  ['/a\tb', 'invalid_characters'],
  ['/a\u0085b', 'invalid_characters'],
  ['/\ud800', 'invalid_characters'],
  [`/${'x'.repeat(2_000)}`, 'path_too_long'],
  [`/${'é'.repeat(1_000)}`, 'path_too_long'],
  [`/${'%C3%A9'.repeat(5_000)}`, 'path_too_long'],
])('%.40j is not a page: %s', (asked, drop) => {
  expect(pagePath(asked)).toMatchObject({ drop });
});

test.each([
  ['/main.css', 'Style or font'],
  ['/guides/next.js/', 'Script'],
  ['/x/LOGO.PNG', 'Picture'],
  ['/feed.xml?x', 'Data'],
  ['/robots.txt', 'For programs'],
  ['/llms.txt', 'Page'],
  ['/my-llms.txt', 'Text'],
  ['/package.json.html', undefined],
  ['/style.css.md', undefined],
  ['/v1.2', undefined],
])('%s has the file kind %s', (asked, kind) => {
  const page = pagePath(asked);
  expect('kind' in page && page.kind?.name).toBe(kind);
});

test('a page about a file is a page', () => {
  expect(pagePath('/package.json.html')).toMatchObject({ path: '/package.json' });
  expect(pagePath('/style.css.md')).toMatchObject({ path: '/style.css', markdown: true });
});

test('the longest path is 2,000 bytes', () => {
  for (const path of [`/${'x'.repeat(1_999)}`, `/x${'é'.repeat(999)}`]) expect(pagePath(path)).toMatchObject({ path });
});

/** Paths that combine everything that is difficult in paths. */
const hard = fc
  .array(
    fc.oneof(
      fc.constantFrom('/', '//', '.', '..', '/.', '%', '%2F', '%2e', '%25', '%5C', '\\', '.md', '.html', '/index.html'),
      fc.constantFrom(
        'index',
        'a',
        'é',
        'e',
        '\u0301',
        '\u0307',
        '\u0338',
        '\u2000',
        '\u200d',
        '%c3%a9',
        '%FF',
        '%CC%87',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.string({ unit: 'binary', maxLength: 3 }).filter(isWellFormed).map(encodeURIComponent),
    ),
    { maxLength: 12 },
  )
  .map((parts) => `/${parts.join('')}`);

describe('for any path', () => {
  test('the normalised path is stable, in NFC, visible, and short enough', () => {
    fc.assert(
      fc.property(hard, (asked) => {
        const page = pagePath(asked);
        if ('drop' in page) return;
        expect(formOf(page.path)).toBe(page.path);
        expect(page.path).toMatch(/^\/(?:[^/]+(?:\/[^/]+)*)?$/u);
        expect(page.path).not.toMatch(/[?#\\\s\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u);
        for (const piece of page.path.split(/%[\dA-F]{2}/)) expect(piece).not.toContain('%');
        expect(page.path.split('/').filter((segment) => segment === '.' || segment === '..')).toEqual([]);
        expect(page.path.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(page.path)).toBeLessThanOrEqual(2_000);
      }),
      { numRuns: propertyRuns(3_000) },
    );
  });

  test('an address as a browser normalises it names the same page as the written one', () => {
    fc.assert(
      fc.property(hard, (asked) => {
        const written = pagePath(asked);
        if ('drop' in written && written.drop === 'invalid_characters') return;
        expect(pagePath(new URL(`https://docs.example.com${asked.replace(/^[/\\]+/, '/')}`).pathname)).toEqual(written);
      }),
      { numRuns: propertyRuns(3_000) },
    );
  });

  test('a query, a fragment and slashes at the end make no difference', () => {
    fc.assert(
      fc.property(hard, fc.constantFrom('?', '#', '/', '///?a/b.css', '/#/x'), (asked, suffix) => {
        fc.pre(!/[?#]/.test(asked));
        expect(pagePath(asked + suffix)).toEqual(pagePath(asked));
      }),
    );
  });
});

/** Returns the normalised form of a path, or why it has none. */
function formOf(asked: string): string {
  const page = pagePath(asked);
  return 'drop' in page ? page.drop : page.path;
}

function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}
