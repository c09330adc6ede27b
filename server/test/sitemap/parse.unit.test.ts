import { expect, test } from 'vitest';
import { parseSitemap } from '../../src/sitemap/parse.ts';
import { files, pages } from './site.ts';

/** Yields pieces whose boundaries are within tags and characters. */
async function* pieces(text: string | Buffer, size = 7): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const parse = (text: string | Buffer, maximum = 100) => parseSitemap(pieces(text), maximum);

test('addresses of pages are read with their entities, CDATA and spaces', async () => {
  const text = pages(
    'https://a.example/b?x=1&amp;y=2',
    ' https://a.example/caf\u00e9\n',
    '<![CDATA[https://a.example/c]]>',
  );
  expect(await parse(text)).toEqual({
    kind: 'pages',
    locations: ['https://a.example/b?x=1&y=2', 'https://a.example/caf\u00e9', 'https://a.example/c'],
    more: false,
  });
});

test('a sitemap index returns the addresses of its files', async () => {
  expect(await parse(files('https://a.example/1.xml'))).toMatchObject({
    kind: 'files',
    locations: ['https://a.example/1.xml'],
  });
});

test('addresses of images are ignored, and a namespace prefix is ignored', async () => {
  const text = `<s:urlset xmlns:s="a" xmlns:image="b"><s:url><s:loc>https://a.example/b</s:loc>
    <image:image><image:loc>https://a.example/b.png</image:loc></image:image><image:loc>https://a.example/c.png</image:loc></s:url></s:urlset>`;
  expect((await parse(text)).locations).toEqual(['https://a.example/b']);
});

test('addresses beyond a limit are left out, and the result says so', async () => {
  expect(await parse(pages('https://a.example/1', 'https://a.example/2'), 1)).toEqual({
    kind: 'pages',
    locations: ['https://a.example/1'],
    more: true,
  });
  expect(await parse(pages(`https://a.example/${'x'.repeat(2_048)}`))).toMatchObject({ locations: [], more: true });
});

const laughs = `<!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>`;
const outside = `<!DOCTYPE urlset [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>&a;</loc></url></urlset>`;
const attributes = Array.from({ length: 60 }, (_, number) => `a${number}=""`).join(' ');

test.each([
  ['a page of HTML', '<!doctype html><html><body>not found</body></html>', 'a document type|well-formed'],
  ['entities that grow', laughs, 'a document type'],
  ['entities from elsewhere', outside, 'a document type'],
  ['an entity that nobody knows', '<urlset><url><loc>&a;</loc></url></urlset>', 'no well-formed XML'],
  ['a file that breaks off', pages('https://a.example/1').slice(0, -5), 'no well-formed XML'],
  ['nothing', '', 'well-formed|no sitemap'],
  ['a feed', '<rss><channel><link>https://a.example/1</link></channel></rss>', 'no sitemap'],
  ['tags without end', '<urlset>'.repeat(30), 'no sitemap'],
  ['attributes without end', `<urlset ${attributes}></urlset>`, 'no sitemap'],
  ['another encoding', Buffer.from(pages('https://a.example/caf\u00e9'), 'latin1'), 'not in UTF-8'],
])('%s is refused', async (_what, text, why) => {
  await expect(parse(text)).rejects.toThrow(new RegExp(why));
});
