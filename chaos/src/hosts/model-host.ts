import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { LanguageModelV4Content, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { HostName, Trouble } from '../faults/schedule.ts';
import type { Troubles } from '../faults/troubles.ts';
import type { History } from '../history.ts';
import type { Call, HelperCall, Ledger } from '../ledger.ts';
import type { Chance } from '../random.ts';
import { askedKey, helpWith } from './helper.ts';
import { cutOff, listen, readJson, sendJson } from './listen.ts';
import type { Listening } from './listen.ts';
import { answerTo, readConversation } from './writer.ts';

interface Options {
  ledger: Ledger;
  troubles: Troubles;
  chance: Chance;
  history: History;
  now: () => number;
}

/** A call that waits for its answer. */
interface Asked {
  host: Extract<HostName, 'model' | 'helper'>;
  /** The job that the call belongs to, and what it is, for the history. */
  about: string;
  name: string;
  call: Pick<Call, 'outcome' | 'process'>;
  answer: () => { content: LanguageModelV4Content[]; tokens: number };
}

interface Request {
  process: string;
  prompt: LanguageModelV4Prompt;
  /** Whether the model has tools with which it can ask a helper. */
  canAsk?: boolean;
}

/** Starts a model over HTTP, and its helper. They count what is paid for: every call that they began to answer. */
export async function startModelHost(options: Options): Promise<Listening> {
  let calls = 0;
  return await listen(async (request, response) => {
    calls += 1;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rig's own model has sent it
    const sent = (await readJson(request)) as Request;
    const asked = request.url === '/helper' ? askedOfHelper(options, calls, sent) : askedOfWriter(options, calls, sent);
    if (asked === undefined) return sendJson(response, 400, { message: 'no job of the rig' });
    await answer(options, asked, response);
  });
}

function askedOfWriter({ ledger, now }: Options, number: number, { process, prompt, canAsk }: Request) {
  const view = readConversation(prompt);
  const story = view && ledger.stories.get(view.key);
  if (view === undefined || story === undefined) return undefined;
  const { calls: seen, messages } = view;
  const id = `call-${number}`;
  const call: Call = { id, process, at: now(), seen, messages, outcome: 'refused' };
  story.calls.push(call);
  const asked: Asked = {
    host: 'model',
    about: story.id ?? story.key,
    name: `${id} of ${process}, after ${seen.length} answers and ${messages.length} messages`,
    call,
    answer: () => ({ content: answerTo(view, id, canAsk === true), tokens: 100 }),
  };
  return asked;
}

function askedOfHelper({ ledger, now }: Options, number: number, { process, prompt }: Request) {
  const story = ledger.stories.get(askedKey(prompt));
  if (story === undefined) return undefined;
  const call: HelperCall = { number, process, at: now(), outcome: 'refused' };
  story.helperCalls.push(call);
  const asked: Asked = {
    host: 'helper',
    about: story.id ?? story.key,
    name: `call ${number} of the helper of ${process}`,
    call,
    answer: () => ({ content: helpWith(prompt), tokens: number }),
  };
  return asked;
}

async function answer({ troubles, chance, history }: Options, asked: Asked, response: ServerResponse): Promise<void> {
  const { host, about, name, call } = asked;
  const trouble = troubles.take(host, { write: true });
  if (trouble === 'errors' || trouble === 'limited') {
    history.note(about, `${name} was refused (${trouble})`);
    response.setHeader('retry-after', '1');
    return sendJson(response, trouble === 'limited' ? 429 : 500, { message: trouble });
  }
  call.outcome = 'left';
  history.note(about, name);
  const milliseconds = trouble === 'slow' ? chance.integer(1_500, 4_000) : chance.integer(20, 250);
  // A call whose caller has gone must still be paid for.
  await Promise.race([setTimeout(milliseconds), once(response, 'close')]);
  if (response.destroyed) return history.note(about, `${name} was left by its caller`);
  finish(response, call, JSON.stringify(asked.answer()), trouble);
}

function finish(response: ServerResponse, call: Asked['call'], body: string, trouble: Trouble | undefined): void {
  call.outcome = trouble === 'cut' ? 'cut' : 'answered';
  if (trouble === 'cut') return cutOff(response, body);
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}
