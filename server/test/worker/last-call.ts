import type { ScriptedModel } from '../support/scripted-model.ts';

/**
 * Returns what a scripted model received at its last call: each tool's result so far, the system prompt, and the tools as JSON.
 */
export function lastCall(model: ScriptedModel): { answers: string[]; system: string; tools: string } {
  const call = model.calls.at(-1);
  const answers = (call?.prompt ?? []).flatMap((message) =>
    message.role !== 'tool'
      ? []
      : message.content.flatMap((part) =>
          part.type === 'tool-result' && (part.output.type === 'text' || part.output.type === 'error-text')
            ? [part.output.value]
            : [],
        ),
  );
  return { answers, system: prompts(model).at(-1) ?? '', tools: JSON.stringify(call?.tools) };
}

/** The system prompt of each call. */
export function prompts(model: ScriptedModel): string[] {
  return model.calls.map(({ prompt: [first] }) => (first?.role === 'system' ? first.content : ''));
}
