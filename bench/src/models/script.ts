import { markedSentence, pagePath } from '../generate-site.ts';

/** A job has so many steps: reads, a change now and then, and the closing text. */
export const jobSteps = 40;

/** What is sent of an answer, and when. */
export interface AnswerEvents {
  before: string;
  firstText: string;
  rest: string;
}

/**
 * What the model answers to a conversation. Each answer says the number of its step, by which the next one is known,
 * so that any number of jobs can be answered at once.
 */
export function answerFor(body: string, isStep: boolean): { step: number | undefined; events: AnswerEvents } {
  if (!isStep) return { step: undefined, events: events('Move the markers of some pages', undefined, body.length) };
  const step = Math.max(0, ...[...body.matchAll(/"Step (\d+) of/g)].map(([, number]) => Number(number))) + 1;
  const call = step < jobSteps ? callOf(step) : undefined;
  const words = call === undefined ? 'Moved the markers of the pages that were read.' : `Step ${step} of the work.`;
  return {
    step,
    events: events(words, call === undefined ? undefined : { ...call, id: `toolu_${step}` }, body.length),
  };
}

/** Three pages are read, and the last of them is changed. */
function callOf(step: number): { tool: string; input: object } {
  const page = step % 4 === 0 ? step - 1 : step;
  const path = pagePath(page);
  if (step % 4 !== 0) return { tool: 'read_file', input: { path } };
  const edits = [{ old: markedSentence(page), new: `The marker of page ${page} was moved.` }];
  return { tool: 'edit_file', input: { path, edits } };
}

function events(
  words: string,
  call: { id: string; tool: string; input: object } | undefined,
  read: number,
): AnswerEvents {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'claude' };
  const usage = { input_tokens: Math.ceil(read / 4), output_tokens: 1 };
  const block = { type: 'tool_use', id: call?.id, name: call?.tool, input: {} };
  const called = [
    event({ type: 'content_block_start', index: 1, content_block: block }),
    event({
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(call?.input) },
    }),
    event({ type: 'content_block_stop', index: 1 }),
  ];
  return {
    before:
      event({ type: 'message_start', message: { ...message, stop_reason: null, usage } }) +
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    firstText: event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } }),
    rest: [
      event({ type: 'content_block_stop', index: 0 }),
      ...(call === undefined ? [] : called),
      event({
        type: 'message_delta',
        delta: { stop_reason: call === undefined ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { output_tokens: 40 },
      }),
      event({ type: 'message_stop' }),
    ].join(''),
  };
}

function event(value: { type: string } & Record<string, unknown>): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}
