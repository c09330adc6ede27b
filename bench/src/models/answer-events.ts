/** What a model answers: words, and tool calls. */
export interface ModelAnswer {
  words: string;
  calls?: { tool: string; input: object }[];
}

/** The parts of an answer, and when they are sent. */
export interface AnswerEvents {
  before: string;
  firstText: string;
  rest: string;
}

/**
 * Formats an answer as events of https://docs.claude.com/en/docs/build-with-claude/streaming. `step` makes the ids of
 * its calls unique.
 */
export function answerEvents({ words, calls = [] }: ModelAnswer, step: number, bytesRead: number): AnswerEvents {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'claude' };
  const usage = { input_tokens: Math.ceil(bytesRead / 4), output_tokens: 1 };
  return {
    before:
      event({ type: 'message_start', message: { ...message, stop_reason: null, usage } }) +
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    firstText: event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } }),
    rest: [
      event({ type: 'content_block_stop', index: 0 }),
      ...calls.flatMap(({ tool, input }, index) => callEvents(`toolu_${step}_${index}`, tool, input, index + 1)),
      event({
        type: 'message_delta',
        delta: { stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { output_tokens: 40 },
      }),
      event({ type: 'message_stop' }),
    ].join(''),
  };
}

function callEvents(id: string, tool: string, input: object, index: number): string[] {
  const json = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
  return [
    event({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name: tool, input: {} } }),
    event({ type: 'content_block_delta', index, delta: json }),
    event({ type: 'content_block_stop', index }),
  ];
}

function event(value: { type: string } & Record<string, unknown>): string {
  return `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
}
