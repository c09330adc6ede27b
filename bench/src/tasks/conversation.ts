import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import type { ModelAnswer } from '../models/answer-events.ts';

const Text = z.object({ type: z.literal('text'), text: z.string() });
const Result = z.object({
  type: z.literal('tool_result'),
  content: z.union([z.string(), z.array(z.object({ text: z.string() }))]),
  is_error: z.boolean().optional(),
});
const Call = z.object({ type: z.literal('tool_use'), name: z.string(), input: z.unknown() });
const Block = z.discriminatedUnion('type', [Text, Result, Call]);
type Block = z.infer<typeof Block>;

const Conversation = z.object({
  system: z.union([z.string(), z.array(Text)]),
  tools: z.array(z.unknown()).default([]),
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })),
});

/**
 * Counts the tokens that a model reads of a request: instructions, tools and messages, without the JSON around them.
 */
export function tokensRead(body: string): number {
  const { system, tools, messages } = Conversation.parse(JSON.parse(body));
  const instructions = typeof system === 'string' ? [system] : system.map(({ text }) => text);
  const texts = messages.flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map(wordsOf)));
  return tokensOf([...instructions, ...tools.map((tool) => JSON.stringify(tool)), ...texts]);
}

/** Counts the tokens that a model writes for an answer. */
export function tokensWritten({ words, calls = [] }: ModelAnswer): number {
  return tokensOf([words, ...calls.flatMap(({ tool, input }) => [tool, JSON.stringify(input)])]);
}

/** Returns the refusals of tools and the last message, which show why a script does not fit. */
export function troublesIn(body: string): { refusals: string[]; last: string } {
  const { messages } = Conversation.parse(JSON.parse(body));
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const last = messages.at(-1)?.content ?? '';
  return {
    refusals: blocks.filter((block) => block.type === 'tool_result' && block.is_error === true).map(wordsOf),
    last: typeof last === 'string' ? last : last.map(wordsOf).join('\n'),
  };
}

function wordsOf(block: Block): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'tool_use') return `${block.name}${JSON.stringify(block.input)}`;
  return typeof block.content === 'string' ? block.content : block.content.map(({ text }) => text).join('\n');
}

function tokensOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + encode(text).length, 0);
}
