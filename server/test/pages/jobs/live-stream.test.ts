import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendEvents } from '../../../src/jobs/events.ts';
import type { NewEvent } from '../../../src/jobs/events.ts';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { endSession } from '../../../src/people/sessions.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => await site[Symbol.asyncDispose]());

test('sends each entry as HTML with the state of the job, and says when it ends', async () => {
  const job = await site.api.newJob({ project: site.docs, prompt: 'one' });
  const stream = await open(job.id, { after: 0 });
  const first = await stream.next();
  expect(first).toMatch(/^id: 1\nevent: part\ndata: /m);
  expect(markupOf(first)).toMatch(
    /id="job-standing"[\s\S]*At work[\s\S]*id="job-aside"[\s\S]*<ol><li class="entry message" id="e1">/,
  );
  await append(job.id, [step(1, 'I look at it.')]);
  const second = markupOf(await stream.until('id: 2'));
  expect(second).toMatch(/id="e2"[\s\S]*I look at it\./);
  expect(second).not.toContain('id="e1"');
  await archiveJob(site.api.db, { projectId: site.docs.id, jobId: job.id, by: 'person' });
  // The status of the job is read before its entries: when it was archived in between, the next message says so.
  let third = await stream.until('id: 3');
  expect(markupOf(third)).toContain('id="e3"');
  if (!third.includes('data-status="archived"')) third = (await stream.next()) ?? '';
  expect(markupOf(third)).toContain('Archived');
  expect(await stream.next()).toBe('event: end\ndata: ended\n\n');
  expect(await stream.next()).toBeUndefined();
});

test("continues after the browser's last event, and asks it not to reconnect after the end", async () => {
  const job = await site.api.newJob({ project: site.docs });
  await append(job.id, [step(1, 'One.'), step(2, 'Two.')]);
  const stream = await open(job.id, { after: 1, headers: { 'last-event-id': '2' } });
  expect(markupOf(await stream.next()).match(/id="e\d+"/g)).toEqual(['id="e3"']);
  await stream.close();
  await archiveJob(site.api.db, { projectId: site.docs.id, jobId: job.id, by: 'person' });
  expect((await ask(job.id, { headers: { 'last-event-id': '3' } })).status).toBe(200);
  expect((await ask(job.id, { headers: { 'last-event-id': '4' } })).status).toBe(204);
});

test('sends a long gap in pieces, each entry exactly once', async () => {
  const job = await site.api.newJob({ project: site.docs });
  await append(
    job.id,
    Array.from({ length: 129 }, (_, index) => step(index + 1, `Step ${index + 1}.`)),
  );
  const stream = await open(job.id, { after: 0 });
  const text = await stream.until('id: 130');
  const ids = [...text.matchAll(/id="e(\d+)"/g)].map(([, id]) => Number(id));
  expect(ids).toEqual(Array.from({ length: 130 }, (_, index) => index + 1));
  await stream.close();
});

test('a text with any kind of line break ends neither a line of the stream nor the event', async () => {
  const job = await site.api.newJob({ project: site.docs });
  const stream = await open(job.id, { after: 1 });
  await append(job.id, [step(1, 'one\r\ntwo\rthree\n\nevent: end\ndata: x\n\nfour')]);
  const [block = ''] = (await stream.until('id: 2')).split('\n\n').slice(-2);
  // A carriage return that does not end a line is marked, since a reader cannot see it.
  expect(markupOf(block)).toMatch(/one\ntwo<span [^>]*>U\+000D<\/span>three\n\nevent: end\ndata: x\n\nfour/);
  await stream.close();
});

test('entries sent to an owner and a viewer contain no token of a form', async () => {
  const job = await site.api.newJob({ project: site.docs });
  for (const role of ['owner', 'viewer'] as const) {
    const stream = await open(job.id, { after: 0, cookie: await site.session(role) });
    expect(await stream.next()).not.toContain('name="token"');
    await stream.close();
  }
});

test('ends with the session, without waiting for a new entry', async () => {
  const job = await site.api.newJob({ project: site.docs });
  const [leaving, staying] = [await site.session('editor'), await site.session('editor')];
  const ended = await open(job.id, { after: 0, cookie: leaving });
  const other = await open(job.id, { after: 0, cookie: staying });
  await ended.next();
  await other.next();
  await endSession(site.api.db, leaving.split('person.')[1] ?? '');
  expect(await ended.next()).toBeUndefined();
  await append(job.id, [step(1, 'Only for the other.')]);
  expect(await other.until('id: 2')).toContain('Only for the other.');
  await other.close();
  expect((await ask(job.id, { cookie: leaving })).status).toBe(401);
});

test('ends when the person is removed, and when the key behind it is revoked', async () => {
  const { db } = site.api;
  const job = await site.api.newJob({ project: site.docs });
  const ofPerson = await open(job.id, { after: 0, cookie: await site.session('viewer') });
  const authorization = `Bearer ${await site.newKey(['agent:read'])}`;
  const ofKey = await open(job.id, { after: 0, cookie: null, headers: { authorization } });
  await ofPerson.next();
  await ofKey.next();
  await db.updateTable('person').set({ removed_at: new Date() }).where('name', '=', 'The viewer').execute();
  await db.updateTable('api_key').set({ revoked_at: new Date() }).where('name', '=', 'Laptop').execute();
  expect(await ofPerson.next()).toBeUndefined();
  expect(await ofKey.next()).toBeUndefined();
});

test('is refused without a session and for a missing job; a visit redirects to the page', async () => {
  const job = await site.api.newJob({ project: site.docs });
  expect((await ask(job.id, { cookie: null })).status).toBe(401);
  const elsewhere = await site.api.newJob({ project: site.api.project });
  expect((await ask(elsewhere.id)).status).toBe(404);
  const visited = await ask(job.id, { headers: { accept: 'text/html' } });
  expect(visited.status).toBe(303);
  expect(visited.headers.get('location')).toBe(`/projects/${site.docs.id}/jobs/${job.id}`);
});

interface Asked {
  after?: number;
  headers?: Record<string, string>;
  /** The cookie; an owner's session by default, null for none. */
  cookie?: string | null;
}

async function ask(jobId: string, { after = 0, headers, cookie }: Asked = {}): Promise<Response> {
  const own = cookie === undefined ? await site.session('owner') : cookie;
  return await fetch(`${site.origin}/projects/${site.docs.id}/jobs/${jobId}/live?after=${after}`, {
    headers: { accept: 'text/event-stream', ...(own !== null && { cookie: own }), ...headers },
    redirect: 'manual',
  });
}

async function open(jobId: string, asked: Asked) {
  const response = await ask(jobId, asked);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** Returns the next event; undefined at the end. */
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const [block, ...rest] = text.split('\n\n');
      if (rest.length > 0) text = rest.join('\n\n');
      if (rest.length > 0 && /^data: /m.test(block ?? '')) return `${block}\n\n`;
      if (rest.length > 0) continue;
      const piece = await reader?.read();
      if (piece === undefined || piece.done) return undefined;
      text += piece.value;
    }
  };
  return {
    next,
    close: async () => await reader?.cancel(),
    /** Returns all up to the event with that id. */
    async until(id: string): Promise<string> {
      let all = '';
      while (!all.includes(`${id}\n`)) {
        const block = await next();
        if (block === undefined) throw new Error(`The stream has ended after ${all}`);
        all += block;
      }
      return all;
    },
  };
}

/** Joins the lines of an event as a browser does. */
function markupOf(event: string | undefined): string {
  return [...(event ?? '').matchAll(/^data: (.*)$/gm)].map(([, line]) => line).join('\n');
}

function step(number: number, text: string): NewEvent {
  const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: null, cacheWriteTokens: null };
  return { type: 'step', data: { step: number, messages: [], text, tools: [], changedFiles: [], usage } };
}

async function append(jobId: string, events: NewEvent[]): Promise<void> {
  await site.api.db.transaction().execute((transaction) => appendEvents(transaction, jobId, events));
}
