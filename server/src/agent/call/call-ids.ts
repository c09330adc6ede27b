import type { LanguageModelV4Content, LanguageModelV4Prompt } from '@ai-sdk/provider';

/**
 * Returns an answer in which each tool call has an id that no earlier call has, in the same answer or in the
 * conversation. Some servers restart their numbering in each answer, or give no ids. The SDK treats calls with the same
 * id as one call, and providers refuse conversations that contain an id twice.
 */
export function withFreshIds(
  content: LanguageModelV4Content[],
  conversation: LanguageModelV4Prompt,
): LanguageModelV4Content[] {
  const used = idsOf(conversation);
  const tried = new Map<string, number>();
  return content.map((part) =>
    part.type === 'tool-call' ? { ...part, toolCallId: freshId(part.toolCallId, used, tried) } : part,
  );
}

function idsOf(conversation: LanguageModelV4Prompt): Set<string> {
  const ids = new Set<string>();
  for (const message of conversation) {
    if (message.role !== 'assistant') continue;
    for (const part of message.content) if (part.type === 'tool-call') ids.add(part.toolCallId);
  }
  return ids;
}

/**
 * @param tried the last number tried for each id: without it, a thousand calls with one id would take half a million
 *   attempts.
 */
function freshId(id: string, used: Set<string>, tried: Map<string, number>): string {
  const base = id === '' ? 'call' : id;
  let fresh = base;
  let count = tried.get(base) ?? 1;
  while (used.has(fresh)) {
    count += 1;
    fresh = `${base}_${count}`;
  }
  tried.set(base, count);
  used.add(fresh);
  return fresh;
}
