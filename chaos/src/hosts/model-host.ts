import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Trouble } from '../faults/schedule.ts';
import type { Troubles } from '../faults/troubles.ts';
import type { History } from '../history.ts';
import type { Call, Ledger } from '../ledger.ts';
import type { Chance } from '../random.ts';
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

/** A model over HTTP that counts what is paid for: every call that it began to answer. */
export async function startModelHost(options: Options): Promise<Listening> {
  let calls = 0;
  return await listen(async (request, response) => {
    calls += 1;
    await answer(options, `call-${calls}`, request, response);
  });
}

async function answer(options: Options, id: string, request: IncomingMessage, response: ServerResponse) {
  const { ledger, troubles, chance, history, now } = options;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rig's own model has sent it
  const asked = (await readJson(request)) as { process: string; prompt: LanguageModelV4Prompt };
  const view = readConversation(asked.prompt);
  const story = view && ledger.stories.get(view.key);
  if (view === undefined || story === undefined) return sendJson(response, 400, { message: 'no job of the rig' });
  const trouble = troubles.take('model', { write: true });
  const { calls: seen, messages } = view;
  const call: Call = { id, process: asked.process, at: now(), seen, messages, outcome: 'refused' };
  story.calls.push(call);
  const about = story.id ?? story.key;
  if (trouble === 'errors' || trouble === 'limited') {
    history.note(about, `${id} of ${asked.process} was refused (${trouble})`);
    response.setHeader('retry-after', '1');
    return sendJson(response, trouble === 'limited' ? 429 : 500, { message: trouble });
  }
  call.outcome = 'left';
  history.note(about, `${id} of ${asked.process}, after ${seen.length} answers and ${messages.length} messages`);
  const milliseconds = trouble === 'slow' ? chance.integer(1_500, 4_000) : chance.integer(20, 250);
  // A caller that has gone has left the call to be paid for all the same.
  await Promise.race([setTimeout(milliseconds), once(response, 'close')]);
  if (response.destroyed) return history.note(about, `${id} was left by its caller`);
  finish(response, call, JSON.stringify({ content: answerTo(view, id) }), trouble);
}

function finish(response: ServerResponse, call: Call, body: string, trouble: Trouble | undefined): void {
  call.outcome = trouble === 'cut' ? 'cut' : 'answered';
  if (trouble === 'cut') return cutOff(response, body);
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}
