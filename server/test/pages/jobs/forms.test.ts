import { Job } from '@copydesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formTokenOf } from '../../../src/http/session/forgery.ts';
import { deliver } from '../../http/support/delivered.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  cookie = await site.session('editor');
});
afterAll(() => site[Symbol.asyncDispose]());

const tokenOf = (session: string) => formTokenOf(session.replace(/^copydesk_session=person\./, ''));
const jobs = (suffix = '') => `${site.origin}/projects/${site.docs.id}/jobs${suffix}`;

async function send(path: string, fields: Record<string, string>, session = cookie) {
  const reply = await fetch(jobs(path), {
    method: 'POST',
    headers: { accept: 'text/html', cookie: session, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token: tokenOf(session), ...fields }),
    redirect: 'manual',
  });
  return { status: reply.status, location: reply.headers.get('location'), text: await reply.text() };
}

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(jobs(path), { headers: { accept: 'text/html', cookie, ...headers }, redirect: 'manual' });
  return { status: reply.status, text: await reply.text() };
}

async function countJobs(): Promise<number> {
  const { count } = await site.api.db
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', site.docs.id)
    .executeTakeFirstOrThrow();
  return count;
}

describe('a new job', () => {
  test('is created once, however often its form is sent at once, and another text creates another job', async () => {
    const before = await countJobs();
    const fields = { once: 'form-1', prompt: 'Fix broken links' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => send('/new', fields)));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(new Set(replies.map(({ location }) => location)).size).toBe(1);
    expect(await countJobs()).toBe(before + 1);
    await send('/new', { ...fields, prompt: 'Fix broken images' });
    expect(await countJobs()).toBe(before + 2);
  });

  test('needs a confirmation if the same person has an active job with the same text, except when the same form is sent again', async () => {
    const fields = { once: 'form-2', prompt: 'Describe the wombat' };
    const { location: first } = await send('/new', fields);
    const before = await countJobs();
    const again = await send('/new', { ...fields, once: 'form-3' });
    expect(again.status).toBe(409);
    expect(again.text).toContain(`<a href="${first ?? ''}">look at that job</a>`);
    expect(again.text).toContain('Describe the wombat</textarea');
    expect(await send('/new', fields)).toMatchObject({ status: 303, location: first });
    const colleague = await site.session('owner');
    const theirs = await send('/new', { ...fields, once: 'form-4' }, colleague);
    expect(theirs.status).toBe(303);
    expect(await countJobs()).toBe(before + 1);
    const another = await send('/new', { ...fields, once: 'form-3', another: 'yes' });
    expect(another.status).toBe(303);
    expect(another.location).not.toBe(first);
    await send(`/${first?.split('/').at(-1) ?? ''}/archive`, {});
    await send(`/${another.location?.split('/').at(-1) ?? ''}/archive`, {});
    expect(await send('/new', { ...fields, once: 'form-5' })).toMatchObject({ status: 303 });
  });

  test('belongs to the person who asked, in the job and in the audit log', async () => {
    const { location } = await send('/new', { prompt: 'Describe the koala' });
    const id = location?.split('/').at(-1) ?? '';
    const job = Job.parse((await site.api.send('GET', `/v2/agent/${site.docs.id}/job/${id}`)).json);
    expect(job.author).toMatchObject({ kind: 'person', name: 'The editor' });
    const entries = await site.api.db.selectFrom('audit_entry').selectAll().where('subject_id', '=', id).execute();
    expect(entries).toMatchObject([{ action: 'job.create', actor_kind: 'person', actor_name: 'The editor' }]);
    expect((await get('?q=koala')).text).toContain(`/jobs/${id}`);
    expect((await get(`?author=${job.author?.id ?? ''}`)).text).toContain(`/jobs/${id}`);
    expect((await get('?author=per_unknown')).text).toMatch(/<option value="per_unknown"\s+selected>/);
    expect((await get('?q=quokka')).text).toContain('No job fits');
  });

  test.each([
    ['blank', '\u200b \n', 'must not be blank'],
    ['too long', `koala ${'x'.repeat(32_000)}`, 'at most 32,000 characters'],
  ])('with a %s prompt is refused beside the field, and the text is kept', async (_name, prompt, wrong) => {
    const before = await countJobs();
    const { status, text } = await send('/new', { prompt });
    expect(status).toBe(400);
    expect(text).toMatch(new RegExp(`id="prompt-wrong" role="alert">[^<]*${wrong}`));
    expect(text).toContain('aria-invalid="true"');
    expect(text).toContain(prompt);
    expect(await countJobs()).toBe(before);
  });

  test('accepts a prompt of the maximum length', async () => {
    const { status, location } = await send('/new', { prompt: '🦊'.repeat(32_000) });
    expect(status).toBe(303);
    const page = await get(`/${location?.split('/').at(-1) ?? ''}`);
    expect(page.text).toContain('All 64,000 characters');
    expect((await get(`/${location?.split('/').at(-1) ?? ''}?message=0`)).text).toContain('🦊'.repeat(32_000));
  });

  test('keeps the typed text when the session has ended', async () => {
    const prompt = 'A long text\nof several <lines>';
    const gone = await send('/new', { prompt, once: 'kept' }, 'copydesk_session=person.nothing');
    expect(gone.status).toBe(401);
    expect(gone.text).toContain('Your session has ended');
    expect(gone.text).toContain('A long text\nof several &lt;lines&gt;</textarea');
    expect(gone.text).toContain('name="once" value="kept"');
    expect(gone.text).not.toContain(site.docs.name);
    // After signing in again in another tab, the page still has no token.
    const again = await send('/new', { prompt, once: 'kept', token: '' });
    expect(again.status).toBe(403);
    expect(again.text).toContain('A long text\nof several &lt;lines&gt;</textarea');
    expect((await send('/new', { prompt, once: 'kept' })).status).toBe(303);
  });

  test('shows its model, its limits, and examples that fit its site', async () => {
    const { text } = await get('/new?prompt=Fix+%3Cb%3E');
    expect(text).toContain('Fix &lt;b&gt;</textarea');
    expect(text).toContain('200 steps, 5,000,000 tokens, 120 minutes');
    expect(text).toContain('MkDocs, 2 pages');
    expect(text).toContain('in docs/guide.md');
  });
});

describe('an existing job', () => {
  test('is answered as JSON to a request with a key, and refused without one', async () => {
    const { id } = await site.api.newJob({ project: site.docs });
    const api = await site.api.send('GET', `/v2/agent/${site.docs.id}/job/${id}`);
    const page = await fetch(jobs(`/${id}`), { headers: { authorization: `Bearer ${site.api.adminKey}` } });
    expect(await page.json()).toEqual(api.json);
    expect((await fetch(jobs(`/${id}`))).status).toBe(401);
    const list = await fetch(jobs(), { headers: { authorization: `Bearer ${site.api.adminKey}` } });
    expect(await list.json()).toMatchObject({ jobs: expect.arrayContaining([expect.objectContaining({ id })]) });
  });

  test('accepts a follow-up once, and refuses a blank or late one', async () => {
    const { id } = await site.api.newJob({ project: site.docs });
    const fields = { once: 'again', prompt: 'And the anchors' };
    expect(await send(`/${id}/message`, fields)).toMatchObject({ status: 303 });
    expect(await send(`/${id}/message`, fields)).toMatchObject({ status: 303 });
    expect((await get(`/${id}`)).text.match(/And the anchors/g)).toHaveLength(1);
    const blank = await send(`/${id}/message`, { prompt: ' ' });
    expect([blank.status, blank.text.includes('must not be blank')]).toEqual([400, true]);
    expect(await send(`/${id}/archive`, {})).toMatchObject({ status: 303 });
    const late = await send(`/${id}/message`, { prompt: 'Of the quokka too' });
    expect(late.status).toBe(409);
    expect(late.text).toContain('The job is archived');
    expect(late.text).toContain('Of the quokka too');
    const ofJob = site.api.db.selectFrom('audit_entry').select('action').where('subject_id', '=', id);
    const entries = await ofJob.orderBy('id').execute();
    expect(entries.map(({ action }) => action)).toEqual(['job.message', 'job.archive']);
  });

  test('has no buttons for viewers', async () => {
    const { id } = await site.api.newJob({ project: site.docs });
    const viewer = await site.session('viewer');
    const { text } = await get(`/${id}`, { cookie: viewer });
    expect(text).not.toMatch(/<textarea|Archive for good/);
    expect((await get('', { cookie: viewer })).text).not.toContain('New job');
    expect((await get('/new', { cookie: viewer })).status).toBe(403);
  });

  test.each([
    ['?status=nonsense&cursor=%00&author=&q=%20'],
    ['?cursor=am9i'],
    ['?q=%27%20%7C%20%26%20!'],
    [`?q=${'x'.repeat(5_000)}`],
  ])('the list answers without a server error for %s', async (query) => {
    expect((await get(query)).status).toBeLessThan(500);
  });
});

/** A job without a pull request. */
async function makeJob(): Promise<string> {
  const { location } = await send('/new', { once: `carry-${Math.random()}`, prompt: `Change ${Math.random()}` });
  return location?.split('/').at(-1) ?? '';
}

describe('undo and backport', () => {
  const forms = /<form[^>]*action="[^"]*\/(undo|backport)"/g;
  const formsOn = async (jobId: string) =>
    Array.from((await get(`/${jobId}`)).text.matchAll(forms), ([, name]) => name);

  test('are offered where they are possible, and link the jobs to each other', async () => {
    const jobId = await makeJob();
    expect(await formsOn(jobId)).toEqual([]);
    await deliver(site.api.db, jobId, 'open');
    expect(await formsOn(jobId)).toEqual(['backport']);
    await site.api.db.updateTable('job_delivery').set({ pull_request_state: 'merged' }).execute();
    expect(await formsOn(jobId)).toEqual(['undo', 'backport']);
    const undone = await send(`/${jobId}/undo`, {});
    expect(undone.status).toBe(303);
    const undoId = undone.location?.split('/').at(-1) ?? '';
    expect((await get(`/${undoId}`)).text).toMatch(new RegExp(`Undoes</dt>\\s*<dd>\\s*<a href="[^"]*/${jobId}"`));
    expect((await get(`/${jobId}`)).text).toMatch(new RegExp(`Undone by</dt>\\s*<dd>\\s*<a href="[^"]*/${undoId}"`));
    const again = await send(`/${jobId}/undo`, {});
    expect({ status: again.status, isNamed: again.text.includes(`The job ${undoId} already undoes this one`) }).toEqual(
      {
        status: 409,
        isNamed: true,
      },
    );
  });

  test('a backport reads one branch per line, and reports errors', async () => {
    const jobId = await makeJob();
    await deliver(site.api.db, jobId, 'merged');
    expect((await send(`/${jobId}/backport`, { refs: ' \r\n' })).status).toBe(400);
    const before = await countJobs();
    expect((await send(`/${jobId}/backport`, { refs: 'release/1.x\r\nrelease/2.x\r\n' })).status).toBe(303);
    expect(await countJobs()).toBe(before + 2);
    expect((await get(`/${jobId}`)).text).toMatch(/Backported<[^]*release\/2\.x/);
  });

  test('a form of another site, or of a viewer, starts nothing', async () => {
    const jobId = await makeJob();
    await deliver(site.api.db, jobId, 'merged');
    expect((await send(`/${jobId}/undo`, { token: 'x' })).status).toBe(403);
    const viewer = await site.session('viewer');
    expect((await send(`/${jobId}/undo`, {}, viewer)).status).toBe(403);
    expect(
      (await fetch(jobs(`/${jobId}`), { headers: { cookie: viewer } }).then((r) => r.text())).match(forms),
    ).toBeNull();
  });
});
