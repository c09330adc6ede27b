/** What each provider streams, event by event, in its documented form; usage as that provider counts it. */
export interface Written {
  text?: string;
  calls?: { id: string; tool: string; input: string }[];
  /** In the provider's own terms; by default, it says that the answer is complete. */
  stop?: string;
  usage?: { read: number; fromCache: number; toCache: number; written: number };
}

const noUsage = { read: 0, fromCache: 0, toCache: 0, written: 0 };

/**
 * https://docs.claude.com/en/docs/build-with-claude/streaming: `input_tokens` excludes the tokens read from or written
 * to a cache.
 */
export function anthropicStream({ text, calls = [], stop, usage = noUsage }: Written): string[] {
  const blocks = [
    ...(text === undefined
      ? []
      : [
          [
            { type: 'text', text: '' },
            { type: 'text_delta', text },
          ],
        ]),
    ...calls.map(({ id, tool, input }) => [
      { type: 'tool_use', id, name: tool, input: {} },
      { type: 'input_json_delta', partial_json: input },
    ]),
  ];
  const counted = {
    input_tokens: usage.read - usage.fromCache - usage.toCache,
    cache_read_input_tokens: usage.fromCache,
    cache_creation_input_tokens: usage.toCache,
  };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'claude' };
  const reason = stop ?? (calls.length > 0 ? 'tool_use' : 'end_turn');
  return [
    event({
      type: 'message_start',
      message: { ...message, stop_reason: null, usage: { ...counted, output_tokens: 1 } },
    }),
    event({ type: 'ping' }),
    ...blocks.flatMap(([block, delta], index) => [
      event({ type: 'content_block_start', index, content_block: block }),
      event({ type: 'content_block_delta', index, delta }),
      event({ type: 'content_block_stop', index }),
    ]),
    event({
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: usage.written },
    }),
    event({ type: 'message_stop' }),
  ];
}

/** https://developers.openai.com/api/reference/responses: `input_tokens` counts all tokens that were read. */
export function openaiStream({ text, calls = [], stop, usage = noUsage }: Written): string[] {
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5', output: [] };
  const say = { type: 'message', id: 'msg_1', role: 'assistant', content: [] };
  const spoken =
    text === undefined
      ? []
      : [
          { type: 'response.output_item.added', output_index: 0, item: { ...say, status: 'in_progress' } },
          { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text },
          { type: 'response.output_item.done', output_index: 0, item: { ...say, status: 'completed' } },
        ];
  const called = calls.flatMap(({ id, tool, input }, index) => {
    const item = { type: 'function_call', id: `fc_${index}`, call_id: id, name: tool };
    const place = { output_index: index + 1 };
    return [
      { type: 'response.output_item.added', ...place, item: { ...item, arguments: '', status: 'in_progress' } },
      { type: 'response.function_call_arguments.delta', ...place, item_id: item.id, delta: input },
      { type: 'response.output_item.done', ...place, item: { ...item, arguments: input, status: 'completed' } },
    ];
  });
  const counted = {
    input_tokens: usage.read,
    input_tokens_details: { cached_tokens: usage.fromCache },
    output_tokens: usage.written,
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const end =
    stop === undefined
      ? { type: 'response.completed', response: { ...response, status: 'completed', usage: counted } }
      : {
          type: 'response.incomplete',
          response: { ...response, status: 'incomplete', incomplete_details: { reason: stop }, usage: counted },
        };
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress' } },
    ...spoken,
    ...called,
    end,
  ];
  return events.map((one, index) => event({ ...one, sequence_number: index }));
}

/** https://ai.google.dev/api/generate-content: `promptTokenCount` counts all tokens that were read. */
export function googleStream({ text, calls = [], stop = 'STOP', usage = noUsage }: Written): string[] {
  const parts = [
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ id, tool, input }) => ({ functionCall: { id, name: tool, args: JSON.parse(input) } })),
  ];
  const usageMetadata = {
    promptTokenCount: usage.read,
    cachedContentTokenCount: usage.fromCache,
    candidatesTokenCount: usage.written,
    totalTokenCount: usage.read + usage.written,
  };
  return [
    ...parts.map((part) => data({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }] })),
    data({ candidates: [{ content: { role: 'model', parts: [] }, finishReason: stop, index: 0 }], usageMetadata }),
  ];
}

/** https://developers.openai.com/api/reference/chat-completions, as vLLM and Ollama also send it. */
export function compatibleStream({ text, calls = [], stop, usage = noUsage }: Written): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      id: 'c1',
      object: 'chat.completion.chunk',
      model: 'llama3',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  const prompt_tokens_details = { cached_tokens: usage.fromCache };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(text === undefined ? [] : [chunk({ content: text })]),
    ...calls.map(({ id, tool, input }, index) =>
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name: tool, arguments: input } }] }),
    ),
    chunk({}, stop ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
    data({
      id: 'c1',
      choices: [],
      usage: { prompt_tokens: usage.read, completion_tokens: usage.written, prompt_tokens_details },
    }),
    'data: [DONE]\n\n',
  ];
}

/** The stream that the provider of a model sends. */
export function streamOf(model: string, written: Written): string[] {
  if (model.startsWith('anthropic/')) return anthropicStream(written);
  if (model.startsWith('openai/')) return openaiStream(written);
  return model.startsWith('google/') ? googleStream(written) : compatibleStream(written);
}

function event(value: { type: string; [field: string]: unknown }): string {
  return `event: ${value.type}\n${data(value)}`;
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
