import { CopydeskError } from '@copydesk/contract';
import type { AskedQuestions, Role } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpServices } from '../../src/http/services.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';
import { noQuestions } from '../http/support/questions.ts';

type Services = Pick<HttpServices, 'askQuestions' | 'proposeQuestions'>;

const hostile = '<script>x</script>"\u202e';

const found: Services = {
  askQuestions: async ({ ref }) => ({
    ref,
    commit: 'a'.repeat(40),
    answers: [
      { question: 'Which port?', page: 'docs/run.md', isAnswered: true, missing: [], judged: null },
      { question: `How? ${hostile}`, page: null, isAnswered: false, missing: ['npm ci', hostile], judged: null },
    ],
    notAsked: [`question not asked: ${hostile}`],
    usage: null,
  }),
  proposeQuestions: async ({ ref }, { limit }) => ({
    ref,
    commit: 'a'.repeat(40),
    proposals: [{ question: `Why? ${hostile}`, page: 'docs/why.md', facts: ['10 MB'], aiViews: 1_204 }].slice(0, limit),
    withoutFact: 3,
    why: null,
    yaml: '- question: Why?\n',
    place: 'end_of_file',
  }),
};

let site: TestSite;
let services: Services = found;
beforeAll(async () => {
  const now: Services = {
    askQuestions: async (...of) => await services.askQuestions(...of),
    proposeQuestions: async (...of) => await services.proposeQuestions(...of),
  };
  site = await startSite({ services: () => now });
});
afterAll(async () => await site[Symbol.asyncDispose]());

async function open(
  path = `/projects/${site.docs.id}/questions`,
  { role = 'viewer', from = 'same-origin' }: { role?: Role; from?: string } = {},
): Promise<{ status: number; text: string }> {
  const headers = { cookie: await site.session(role), accept: 'text/html', 'sec-fetch-site': from };
  const reply = await fetch(site.origin + path, { headers });
  return { status: reply.status, text: await reply.text() };
}

test('the page shows answered questions, missing facts, and proposals', async () => {
  services = found;
  const { status, text } = await open();
  expect(status).toBe(200);
  expect(text).toContain('1 of 2 questions answered');
  expect(text).toMatch(/not answered<\/strong>.*it lacks <code><bdi>npm ci<\/bdi><\/code>/s);
  expect(text).toContain('3 pages had no fact to ask for.');
  expect(text).toContain('<bdi>10 MB</bdi>');
  expect(text).toContain('Append it to .copydesk/questions.yaml.');
  expect(text).toContain('<pre id="proposed-yaml">- question: Why?\n</pre>');
  expect(text).not.toContain('<script>x');
});

test('a repository without questions, and without anything to propose, says so', async () => {
  services = {
    ...noQuestions,
    askQuestions: async () => await Promise.reject(new CopydeskError('no_questions', 'There is no file.')),
  };
  const { status, text } = await open();
  expect(status).toBe(200);
  expect(text).toContain('The repository keeps no questions that can be asked.');
  expect(text).toContain('AI has read no page of these docs in the last 30 days.');
});

test('a repository that cannot be read is an error of the page', async () => {
  const fault = new CopydeskError('ref_not_found', 'There is no branch main in it.');
  services = { ...found, askQuestions: async () => await Promise.reject(fault) };
  const { status, text } = await open();
  expect(status).toBe(422);
  expect(text).toContain('There is no branch main in it.');
});

const page = (): string => `/projects/${site.docs.id}/questions`;

const judges = async (name: string | null): Promise<unknown> =>
  await site.api.db.updateTable('project').set({ questions_model: name }).where('id', '=', site.docs.id).execute();

describe('the model of the project', () => {
  const link = 'href="?judge=true"';
  const judged: AskedQuestions['answers'][number]['judged'] = {
    model: 'test/small',
    answer: `Port 80. ${hostile}`,
    isAnswered: false,
    missing: ['8080'],
    cut: true,
  };
  const asked: (boolean | undefined)[] = [];

  beforeAll(() => {
    services = {
      ...found,
      async askQuestions(project, query = {}) {
        asked.push(query.judge);
        const plain = await found.askQuestions(project);
        if (!query.judge) return plain;
        const answers = plain.answers.map((answer, place) => ({ ...answer, judged: place === 0 ? judged : null }));
        return { ...plain, answers, usage: { inputTokens: 1_200, outputTokens: 1, costUsd: 0.0012 } };
      },
    };
  });
  afterAll(async () => await judges(null));

  test('is offered if there is one, to people who may start jobs', async () => {
    expect((await open(page(), { role: 'owner' })).text).not.toContain(link);
    await judges('test/small');
    expect((await open(page(), { role: 'owner' })).text).toContain(link);
    expect((await open(page(), { role: 'viewer' })).text).not.toContain(link);
    expect(asked).toEqual([false, false, false]);
  });

  test('is asked on demand, and its answers are shown beside the others', async () => {
    const { status, text } = await open(`${page()}?judge=true`, { role: 'owner' });
    expect(status).toBe(200);
    expect(asked.at(-1)).toBe(true);
    expect(text).toContain('Answer of the model');
    expect(text).toMatch(/does not answer it<\/strong>.*it lacks <code><bdi>8080<\/bdi><\/code>.*Port 80\./s);
    expect(text).toContain('It was shown only the beginning.');
    expect(text).toContain('The model read 1,200 tokens and wrote 1 token, for 0.0012 US dollars.');
    expect(text).not.toContain('<script>x');
    expect(text).not.toContain(link);
  });

  test('is not asked for people who may not start jobs, nor by a link on another site', async () => {
    const before = asked.length;
    expect((await open(`${page()}?judge=true`, { role: 'viewer' })).status).toBe(403);
    expect(asked).toHaveLength(before);
    const { status, text } = await open(`${page()}?judge=true`, { role: 'owner', from: 'cross-site' });
    expect(status).toBe(200);
    expect(asked.slice(before)).toEqual([false]);
    expect(text).toContain(link);
  });
});

test('the overview of the project links to the page', async () => {
  const { text } = await open(`/projects/${site.docs.id}`);
  expect(text).toContain(`href="/projects/${site.docs.id}/questions"`);
});
