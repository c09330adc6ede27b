import { CopydeskError } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

async function open(path = `/projects/${site.docs.id}/questions`): Promise<{ status: number; text: string }> {
  const headers = { cookie: await site.session('viewer'), accept: 'text/html' };
  const reply = await fetch(site.origin + path, { headers });
  return { status: reply.status, text: await reply.text() };
}

test('what the docs answer, what they lack, and what could be asked', async () => {
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

test('the overview of the project leads to it', async () => {
  const { text } = await open(`/projects/${site.docs.id}`);
  expect(text).toContain(`href="/projects/${site.docs.id}/questions"`);
});
