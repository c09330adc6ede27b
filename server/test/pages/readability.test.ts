import { CopydeskError } from '@copydesk/contract';
import type { Readability } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpServices } from '../../src/http/services.ts';
import { plainPages } from '../http/support/readers.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

const hostile = '<script>x</script>"\u202e';

const found: Partial<Readability> = {
  pages: 3,
  tokens: 14_200,
  longest: [{ path: `docs/${hostile}.md`, characters: 56_000, tokens: 14_000 }],
  index: { state: 'made', source: `plugin ${hostile}`, links: null },
  rules: [
    { rule: 'page-size', isOn: true, warnings: 120 },
    { rule: 'link-words', isOn: true, warnings: 1 },
    { rule: 'code-language', isOn: false, warnings: null },
  ],
  warnings: [{ rule: 'link-words', path: 'docs/a.md', line: 3, message: `The link to ${hostile} has no words` }],
  notJudged: [`llms.txt: ${hostile}`],
};

type Read = HttpServices['readReadability'];

let site: TestSite;
let read: Read;
beforeAll(async () => {
  site = await startSite({ services: () => ({ readReadability: async (...given) => await read(...given) }) });
});
afterAll(async () => await site[Symbol.asyncDispose]());

async function open(query = ''): Promise<{ status: number; text: string }> {
  const headers = { cookie: await site.session('viewer'), accept: 'text/html' };
  const reply = await fetch(`${site.origin}/projects/${site.docs.id}${query}`, { headers });
  return { status: reply.status, text: await reply.text() };
}

test('the page shows the rules, the longest pages, the warnings, and what was not checked', async () => {
  read = async (...given) => ({ ...(await plainPages.readReadability(...given)), ...found });
  const { status, text } = await open('/readability');
  expect(status).toBe(200);
  expect(text).toContain('3 pages, about 14,200 tokens');
  expect(text).toMatch(/readability\?rule=page-size[\s\S]*120/);
  expect(text).toContain('<td class="figure">off</td>');
  expect(text).toContain('121 warnings');
  expect(text).toContain('These are the first 100; the API has 21 more.');
  expect(text).toContain('<bdi>docs/a.md</bdi>:3');
  expect(text).toContain('Not checked: 1');
  expect(text).not.toContain('<script>x');
});

test('the page can show the warnings of one rule', async () => {
  const asked: (string | undefined)[] = [];
  read = async (project, query) => {
    asked.push(query.rule);
    return { ...(await plainPages.readReadability(project, query)), ...found };
  };
  const { text } = await open('/readability?rule=link-words');
  expect(asked).toStrictEqual(['link-words']);
  expect(text).toContain('1 warning<');
  expect(text).toContain('Show all rules');
  expect((await open('/readability?rule=unknown')).status).toBe(400);
});

test('docs without warnings get a page that says so', async () => {
  read = plainPages.readReadability;
  const { text } = await open('/readability');
  expect(text).toContain('The rules that are on find nothing.');
});

test('a repository that cannot be read is an error of the page', async () => {
  read = async () => await Promise.reject(new CopydeskError('ref_not_found', 'There is no branch main in it.'));
  const { status, text } = await open('/readability');
  expect(status).toBe(422);
  expect(text).toContain('There is no branch main in it.');
});

test('the overview of the project links to the page', async () => {
  expect((await open()).text).toContain(`href="/projects/${site.docs.id}/readability"`);
});
