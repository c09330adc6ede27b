import type { JobEvent } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { ConversationView } from '../../../src/agent/compact/compact-view.ts';
import { createModel } from '../../../src/agent/models/providers/create.ts';
import { providerOf } from '../../../src/agent/models/providers/provider.ts';
import { readJournal } from '../../../src/jobs/run/journal.ts';
import type { StoredJob } from '../../../src/jobs/present.ts';
import { modelServer } from '../../support/model-server.ts';
import type { ModelReply, ModelRequest } from '../../support/model-server.ts';
import { streamOf } from '../../support/model-streams.ts';
import type { Written } from '../../support/model-streams.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const steps = 60;
const pageCharacters = 6_000;

describe('a job of 60 steps that outgrows its model', () => {
  test.each(['anthropic/another', 'openai/another', 'google/another', 'compatible/local'])(
    'completes with %s, although the window is unknown and the worker is killed in the middle',
    async (name) => {
      const { job, events, desk, journal } = await workThrough({ name, window: 24_000, killAt: 33 });
      expectCompleted(job, events);
      // The model learns the limit from one refusal; that knowledge survives the kill.
      expect(desk.refused).toBeLessThanOrEqual(2);
      // Byte for byte: the provider may have it in its cache. Compared this way because it is long.
      expect(desk.killedWith?.length).toBeGreaterThan(20_000);
      expect(desk.resumedWith === desk.killedWith).toBe(true);
      expect(desk.isPaired).toBe(true);
      expect(JSON.stringify(journal)).not.toContain('left out to save room');
    },
  );

  // What an answer of the model contains besides its call, and what is never a person's text.
  test.each([
    ['anthropic/another', { reasoning: true, prose: 20 }],
    ['openai/gpt-5', { reasoning: true, prose: 20 }],
    ['google/another', { reasoning: true, prose: 20 }],
    ['anthropic/another', { reasoning: true, prose: 0 }],
    ['openai/gpt-5', { reasoning: true, prose: 0 }],
    ['google/another', { reasoning: true, prose: 0 }],
    ['anthropic/another', { reasoning: false, prose: 2_500 }],
    ['compatible/local', { reasoning: false, prose: 2_500 }],
    ['compatible/local', { reasoning: false, prose: 0 }],
  ])('completes with %s and %o, and does no step twice', async (name, style) => {
    const { job, events, desk } = await workThrough({ name, window: 24_000, killAt: 33, style });
    expectCompleted(job, events);
    expect(desk.refused).toBeLessThanOrEqual(3);
    expect(desk.reasoningSent).toBe(style.reasoning);
    expect(desk.resumedWith === desk.killedWith).toBe(true);
    expect(desk.isPaired).toBe(true);
  });

  test.each(['anthropic/another', 'compatible/local'])(
    'completes with %s without a refusal where the window is known',
    async (name) => {
      const { job, events, desk } = await workThrough({ name, window: 24_000, reported: 24_000 });
      expectCompleted(job, events);
      expect(desk).toMatchObject({ refused: 0, isPaired: true });
    },
  );
});

test('a page that is too long for a small local model is read in parts', async () => {
  const files = { 'docs/long.md': `# Long\n\n${'A line of the long page that goes on and on.\n'.repeat(2_200)}` };
  const parts: string[] = [];
  await using provider = await modelServer(({ text }) => {
    if (text.length / 4 > 8_000) return refusal('compatible/small', text.length / 4, 8_000);
    const [, from] = /go on with from_line (\d+), and read fewer lines/.exec(text) ?? [];
    if (from === undefined) return { stream: streamOf('compatible/small', readCall(0, 'docs/long.md')) };
    parts.push(from);
    return { stream: streamOf('compatible/small', { text: 'I have read what there is room for.' }) };
  });
  await using rig = await workerRig([], { files });
  await rig.create('What does the long page say?');
  const model = await modelOf('compatible/small', provider.url, new Map());
  expect(await rig.work({ resolveModel: () => model })).toMatchObject({ status: 'completed', prLink: null });
  expect(parts).toHaveLength(1);
});

test('a request that is too long for the model fails the job with what to do', async () => {
  await using provider = await modelServer(({ text }) => refusal('anthropic/small', text.length / 4, 1_000));
  await using rig = await workerRig([]);
  await rig.create('word '.repeat(2_000));
  const model = await modelOf('anthropic/small', provider.url, new Map());
  const job = await rig.work({ resolveModel: () => model });
  expect(job).toMatchObject({
    status: 'failed',
    error: {
      code: 'context_too_long',
      retryable: false,
      detail: expect.stringContaining('Create a new job with a smaller request, or use a model with a larger window.'),
    },
  });
  expect(provider.requests).toHaveLength(1);
});

interface Desk {
  refused: number;
  /** Whether each call that was sent had its result. */
  isPaired: boolean;
  /** The text sent with the call that was killed, and with the first one after it. */
  killedWith: string | undefined;
  resumedWith: string | undefined;
  /** Whether the model was sent its own reasoning. */
  reasoningSent: boolean;
}

/** How a model answers: whether it reasons, and the characters of its prose. */
interface Style {
  reasoning: boolean;
  prose: number;
}

interface Work {
  name: string;
  window: number;
  reported?: number;
  killAt?: number;
  style?: Style;
}

async function workThrough({ name, window, reported, killAt, style = { reasoning: false, prose: 20 } }: Work) {
  const desk: Desk = {
    refused: 0,
    isPaired: true,
    killedWith: undefined,
    resumedWith: undefined,
    reasoningSent: false,
  };
  const kill = new AbortController();
  await using provider = await modelServer((request) => {
    desk.isPaired &&= isPaired(request);
    desk.reasoningSent ||= request.text.includes(secret);
    const next = nextStep(request);
    const tokens = request.text.length / 4;
    if (tokens > window) {
      desk.refused += 1;
      return refusal(name, tokens, window);
    }
    if (next === killAt && desk.killedWith === undefined) {
      desk.killedWith = request.text;
      kill.abort();
      return { stream: [], end: 'silence' };
    }
    if (next === killAt) desk.resumedWith ??= request.text;
    const stream = streamOf(name, { ...deed(next, style.prose), usage: counted(tokens) });
    return { stream: style.reasoning ? withReasoning(name, stream) : stream };
  });
  await using rig = await workerRig([], { files: site });
  const { id } = await rig.create('Read every page, and change each tenth.');
  const model = await modelOf(name, provider.url, new Map(reported === undefined ? [] : [[name, reported]]));
  const change = { resolveModel: () => model };
  if (killAt !== undefined) await rig.work(change, kill.signal);
  const job = await rig.work(change);
  return { job, events: await rig.events(id), desk, journal: await conversationOf(rig, id) };
}

function expectCompleted(job: StoredJob, events: JobEvent[]): void {
  expect(job).toMatchObject({ status: 'completed', prLink: expect.stringContaining('http://desk.test/') });
  const recorded = events.filter((event) => event.type === 'step');
  // One more step in which it says that it is done, and two in which it is asked to describe the change and does not.
  expect(recorded.map(({ data }) => data.step)).toEqual(Array.from({ length: steps + 3 }, (_, index) => index + 1));
  expect(recorded.flatMap(({ data }) => data.changedFiles)).toEqual(
    [9, 19, 29, 39, 49, 59].map((page) => `docs/page-${page}.md`),
  );
  expect(recorded.flatMap(({ data }) => data.tools).filter(({ ok }) => !ok)).toEqual([]);
  const compacted = events.filter((event) => event.type === 'compacted');
  expect(compacted.length).toBeGreaterThan(2);
  // Compaction happens in bulk. Otherwise the provider's cache would start anew every other step.
  expect(compacted.length).toBeLessThan(15);
  for (const { data } of compacted) expect(data.characters).toBeGreaterThan(pageCharacters * 2);
}

async function conversationOf(rig: WorkerRig, jobId: string): Promise<ModelMessage[]> {
  const { steps: stored } = await readJournal(rig.db, jobId);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the product itself
  const messages = stored.flatMap((step) => step.messages as ModelMessage[]);
  expect(ConversationView.fromHistory(messages).bytes).toBeLessThan(24_000 * 4);
  return messages;
}

const site = Object.fromEntries([
  ['docs/index.md', '# Welcome\n'],
  ...Array.from({ length: steps }, (_, page) => [
    `docs/page-${page}.md`,
    `# Page ${page}\n\nThe marker of page ${page} stands here.\n\n${'Words of the page that fill it, line by line.\n'.repeat(pageCharacters / 46)}`,
  ]),
]);

/** Returns the action of a step: nine reads and an edit are ten steps. */
function deed(step: number, prose = 20): Written {
  if (step >= steps) return { text: 'Read every page, and changed each tenth.' };
  const text = prose === 0 ? undefined : `Step ${step}. ${'I think aloud. '.repeat(prose / 15)}`;
  if (step % 10 !== 9) return { ...readCall(step, `docs/page-${step + (step % 10 === 8 ? 1 : 0)}.md`), text };
  const edits = [{ old: `The marker of page ${step} stands here.`, new: `The marker of page ${step} has moved.` }];
  return { ...call(step, 'edit_file', { path: `docs/page-${step}.md`, edits }), text };
}

function readCall(step: number, path: string): Written {
  return call(step, 'read_file', { path });
}

function call(step: number, tool: string, input: object): Written {
  return { calls: [{ id: `call_${step}`, tool, input: JSON.stringify(input) }] };
}

/**
 * Returns the next step of a model that relies on what it is sent about its steps: each has a result, or is in a
 * summary line.
 */
function nextStep({ text }: Pick<ModelRequest, 'text'>): number {
  const merged = [...text.matchAll(/\((\d+) earlier steps of yours are left out/g)].map(([, count]) => Number(count));
  const lines = text.split('(A step of yours, left out').length + text.split('(An earlier step of yours').length - 2;
  return merged.reduce((sum, count) => sum + count, lines) + text.split(resultMark).length - 1;
}

/** What providers want back unchanged, some kilobytes per step. */
const secret = 'QUJDREVGR0hJSktM'.repeat(200);

/**
 * https://docs.claude.com/en/docs/build-with-claude/extended-thinking,
 * https://developers.openai.com/api/docs/guides/reasoning, https://ai.google.dev/gemini-api/docs/thought-signatures.
 */
function withReasoning(name: string, stream: string[]): string[] {
  if (name.startsWith('google/')) {
    return stream.map((line) => line.replace('{"functionCall":', `{"thoughtSignature":"${secret}","functionCall":`));
  }
  const item = { type: 'reasoning', id: 'rs_1', summary: [] };
  const before = name.startsWith('openai/')
    ? [
        { type: 'response.output_item.added', output_index: 9, item: { ...item, encrypted_content: '' } },
        { type: 'response.output_item.done', output_index: 9, item: { ...item, encrypted_content: secret } },
      ]
    : [
        { type: 'content_block_start', index: 9, content_block: { type: 'thinking', thinking: '', signature: '' } },
        { type: 'content_block_delta', index: 9, delta: { type: 'thinking_delta', thinking: 'I think.' } },
        { type: 'content_block_delta', index: 9, delta: { type: 'signature_delta', signature: secret } },
        { type: 'content_block_stop', index: 9 },
      ];
  const events = before.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  return [...stream.slice(0, 1), ...events, ...stream.slice(1)];
}

function counted(tokens: number) {
  return { read: Math.round(tokens), fromCache: 0, toCache: 0, written: 20 };
}

async function modelOf(name: string, url: string, windows: ReadonlyMap<string, number>) {
  const provider = providerOf(name);
  if (provider === undefined) throw new Error(`There is no provider of ${name}`);
  const access = { provider, apiKey: 'sk-test', baseUrl: baseUrl(provider, url), keyPlace: 'KEY', addressPlace: 'URL' };
  return await createModel(name, access, { windows, patience: { first: 60_000, between: 60_000 } });
}

function baseUrl(provider: string, url: string): string {
  return provider === 'google' ? `${url}/v1beta` : `${url}/v1`;
}

/**
 * What each provider says when a prompt is too long: https://docs.claude.com/en/api/errors,
 * https://developers.openai.com/docs/guides/error-codes, https://ai.google.dev/gemini-api/docs/troubleshooting,
 * https://docs.vllm.ai/en/stable/serving/openai_compatible_server.html.
 */
function refusal(name: string, tokens: number, window: number): ModelReply {
  const count = Math.ceil(tokens);
  const error = {
    anthropic: { type: 'invalid_request_error', message: `prompt is too long: ${count} tokens > ${window} maximum` },
    openai: {
      message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
      type: 'invalid_request_error',
      param: 'input',
      code: 'context_length_exceeded',
    },
    google: {
      code: 400,
      message: `The input token count (${count}) exceeds the maximum number of tokens allowed (${window}).`,
      status: 'INVALID_ARGUMENT',
    },
    compatible: {
      object: 'error',
      message: `This model's maximum context length is ${window} tokens. However, you requested ${count} tokens in the messages. Please reduce the length of the messages.`,
      type: 'BadRequestError',
      code: 400,
    },
  }[name.slice(0, name.indexOf('/')) as 'anthropic'];
  return { status: 400, body: name.startsWith('anthropic/') ? { type: 'error', error } : { error } };
}

const resultMark = /"type":"tool_result"|"type":"function_call_output"|"functionResponse":|"role":"tool"/;

/**
 * Providers refuse a conversation in which a call has no result. Every step that is sent has one call and one result.
 */
function isPaired({ text }: ModelRequest): boolean {
  const calls = text.split(/"type":"tool_use"|"type":"function_call"|"functionCall":|"tool_calls":/);
  return calls.length === text.split(resultMark).length;
}
