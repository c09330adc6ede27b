import { expect, test } from 'vitest';
import { nearPages } from '../../src/manual/near-pages.ts';
import { openSearch } from '../../src/manual/search.ts';
import { openDocs } from './support/open.ts';

const docs = await openDocs();
const find = await docs.search();
const first = (asked: string): string | undefined => {
  const [hit] = find(asked, 1);
  return hit && `${hit.slug}#${hit.anchor}`;
};

test.each([
  ['revoke key', 'reference/api-keys#revoke-an-api-key'],
  ['how do I revoke a key', 'reference/api-keys#revoke-an-api-key'],
  ['create job', 'reference/agent-jobs#create-an-agent-job'],
  ['systemd', 'installing#systemd'],
  ['COPYDESK_OIDC_ISSUER', 'settings#signing-in-by-openid-connect'],
  ['instal', 'installing#'],
  ['kuberntes', 'installing#kubernetes'],
  ['completion', 'command#completion'],
])('"%s" is found where it is described', (asked, expected) => {
  expect(first(asked)).toBe(expected);
});

test('a hit is shown with the words around it, and the match is marked', async () => {
  const words = 'word '.repeat(100);
  const search = await openSearch([
    {
      slug: 'a',
      title: 'A page',
      description: '',
      markdown: `# A page\n\n## Part\n\n${words} <needle> & more ${words}`,
    },
  ]);
  const [hit] = search('needl', 5);
  expect(hit).toMatchObject({ slug: 'a', anchor: 'part', page: 'A page', heading: 'Part' });
  expect(hit?.excerpt.filter(({ isFound }) => isFound)).toEqual([{ text: 'needle', isFound: true }]);
  const whole = hit?.excerpt.map(({ text }) => text).join('') ?? '';
  expect(whole).toMatch(/^… word .*<needle> & more .* …$/);
  expect(whole.length).toBeLessThan(200);
});

test.each(['', '   ', '*()[]{}\\', '\u0000', '-- ..'])('%j finds nothing, and causes no error', (asked) => {
  expect(find(asked, 5)).toEqual([]);
});

test('very frequent words count when the query has no other words', () => {
  expect(find('the', 3)).toHaveLength(3);
});

test('a very long question is cut', () => {
  expect(find('backup '.repeat(10_000), 3)).toHaveLength(3);
});

test.each([
  ['instaling', 'installing'],
  ['reference/agent-job', 'reference/agent-jobs'],
  ['guides/webhooks', 'webhooks'],
  ['Getting-Started', 'getting-started'],
])('the unknown address %s suggests %s', async (asked, expected) => {
  const [near] = await nearPages(docs, asked);
  expect(near?.slug).toBe(expected);
});
