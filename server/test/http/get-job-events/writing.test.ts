import { JobText } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordStep } from '../../../src/jobs/run/record-step.ts';
import type { Lease } from '../../../src/jobs/claim/lease.ts';
import { publishText } from '../../../src/jobs/run/live-text.ts';
import { releaseJob } from '../../../src/jobs/claim/release.ts';
import { maskingOf } from '../../../src/leaks/masking.ts';
import { liveText } from '../../../src/worker/run/live-text.ts';
import { claim } from '../../jobs/support.ts';
import { madeUp } from '../../leaks/made-up.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ limits: { heartbeatMilliseconds: 60_000 } });
});
afterAll(async () => await api[Symbol.asyncDispose]());

async function atWork(): Promise<{
  id: string;
  lease: Lease;
  write: (text: string, offset?: number) => Promise<void>;
}> {
  const { id } = await api.newJob();
  const { lease } = await claim(api.db);
  expect(lease.jobId).toBe(id);
  const write = async (text: string, offset = 0): Promise<void> =>
    await publishText(api.db, { job: id, epoch: lease.epoch, step: 1, offset, text });
  return { id, lease, write };
}

const writingOf = async (id: string): Promise<unknown> => {
  const { json } = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/events`);
  return json instanceof Object && 'writing' in json ? json.writing : 'absent';
};

const oddText = `${'é€𝄞 '.repeat(900)}\0 and half of it: ${'𝄞'.slice(0, 1)} ${'\u0001'.repeat(2_000)}"\\\n`;

test('is sent to streams as it is written, whatever characters it has, and from the beginning to a new stream', async () => {
  const { id, lease, write } = await atWork();
  await using early = await openStream(id);
  await write('Look');
  expect(await early.next('text')).toEqual({ step: 1, offset: 0, text: 'Look' });
  await write(oddText, 4);
  let all = 'Look';
  while (all.length < oddText.length + 4) {
    const piece = JobText.parse(await early.next('text'));
    expect(piece.offset).toBe(all.length);
    all += piece.text;
  }
  expect(all).toBe(`Look${oddText}`);
  await using late = await openStream(id);
  expect(await late.next('text')).toEqual({ step: 1, offset: 0, text: `Look${oddText}` });

  await recordStep(api.db, lease, stepOf(`Look${oddText}`.replaceAll('\0', '').toWellFormed()));
  for (const stream of [early, late]) expect(await stream.next('step')).toMatchObject({ data: { step: 1 } });
  await using afterwards = await openStream(id);
  await publishText(api.db, { job: id, epoch: lease.epoch, step: 2, offset: 0, text: 'Then' });
  expect(await afterwards.next('text')).toEqual({ step: 2, offset: 0, text: 'Then' });
});

/** Reads a text of a length, in as many parts as a busy machine makes of it. Each begins where the one before ends. */
async function textOf(stream: Awaited<ReturnType<typeof openStream>>, length: number): Promise<string> {
  let text = '';
  while (text.length < length) {
    const part = await stream.next('text');
    expect(part).toEqual({ step: 1, offset: text.length, text: expect.stringMatching(/./) });
    text += JobText.parse(part).text;
  }
  return text;
}

const quiet = (): void => {};
const mask = maskingOf(async () => []);

test('is published without delaying the worker, and a failure goes only to the log', async () => {
  const { id, lease } = await atWork();
  const debug: string[] = [];
  const log = {
    info: quiet,
    warn: quiet,
    error: quiet,
    debug: (_: object, message: string) => void debug.push(message),
  };
  await using stream = await openStream(id);
  const write = liveText({ db: api.db, log }, lease, () => 1, mask)();
  for (const delta of ['I ', 'look ', 'at it.']) write(delta);
  expect(await textOf(stream, 13)).toBe('I look at it.');

  const broken = new Proxy(api.db, {
    get: () => {
      throw new Error('The database is away.');
    },
  });
  liveText({ db: broken, log }, lease, () => 1, mask)()('nobody hears this');
  await expect.poll(() => debug).toEqual(['the text that the model is writing could not be sent']);
});

test('is published with stars of the same length instead of secrets, and waits for the rest of an unfinished key', async () => {
  const { id, lease } = await atWork();
  const token = `ghp_${madeUp(36)}`;
  const log = { info: quiet, warn: quiet, error: quiet };
  await using stream = await openStream(id);
  const write = liveText({ db: api.db, log }, lease, () => 1, mask)();
  for (const delta of ['Use ', token.slice(0, 20), token.slice(20), ' there.']) write(delta);
  expect(await textOf(stream, 51)).toBe(`Use ${'*'.repeat(40)} there.`);
});

test('is in the JSON until the step is recorded', async () => {
  const { id, lease, write } = await atWork();
  expect(await writingOf(id)).toBeNull();
  await write('I look ');
  await write('at the pages.', 7);
  await expect.poll(async () => await writingOf(id)).toEqual({ step: 1, text: 'I look at the pages.' });
  await recordStep(api.db, lease, stepOf('I look at the pages.'));
  expect(await writingOf(id)).toBeNull();
});

test('is not reported for a job that waits or has ended', async () => {
  const { id, lease, write } = await atWork();
  await write('I look ');
  await expect.poll(async () => await writingOf(id)).toEqual({ step: 1, text: 'I look ' });
  const because = { code: 'model_failed', detail: 'It broke off.', toldSeconds: 0 } as const;
  await releaseJob(api.db, lease, { afterSeconds: 600, counts: 'retry', because });
  expect(await writingOf(id)).toBeNull();
  await api.send('POST', `/v2/agent/${api.project.id}/job/${id}/archive`);
  expect(await writingOf(id)).toBeNull();
});

test('invalid notifications on the channel are ignored', async () => {
  const { id, write } = await atWork();
  for (const noise of ['', '{', '{"job":1}', `{"job":"${id}","epoch":1,"step":"x","offset":0,"text":"no"}`]) {
    await api.db.selectNoFrom((eb) => eb.fn('pg_notify', [eb.val('job_text'), eb.val(noise)]).as('told')).execute();
  }
  await write('yes');
  await expect.poll(async () => await writingOf(id)).toEqual({ step: 1, text: 'yes' });
});

function stepOf(text: string): Parameters<typeof recordStep>[2] {
  const at = new Date();
  const usage = { inputTokens: 1, outputTokens: 1, cachedInputTokens: null, cacheWriteTokens: null };
  return {
    number: 1,
    turn: 1,
    messagesRead: [0],
    messages: [],
    tree: 'a'.repeat(40),
    files: { changed: [], undone: [] },
    finishReason: 'stop',
    startedAt: at,
    finishedAt: at,
    event: { text, tools: [], changedFiles: [], usage },
  };
}

/** Opens a stream of a job's events, from which a test can read those of one type. */
async function openStream(id: string): Promise<AsyncDisposable & { next: (type: string) => Promise<unknown> }> {
  const response = await fetch(`http://127.0.0.1:${api.port}/v2/agent/${api.project.id}/job/${id}/events`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${api.adminKey}` },
  });
  if (response.body === null) throw new Error('The stream has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next(type) {
      const pattern = new RegExp(`event: ${type}\\ndata: (.*)\\n\\n`);
      for (;;) {
        const found = pattern.exec(text);
        if (found !== null) {
          text = text.slice(found.index + found[0].length);
          return JSON.parse(found[1] ?? '');
        }
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended before an event ${type}: ${text}`);
        text += value;
      }
    },
    async [Symbol.asyncDispose]() {
      await reader.cancel();
    },
  };
}
