import { defaultLimits } from '../../../src/agent/turn.ts';
import { Contests } from '../../../src/agent/review/contests.ts';
import { ReadMarks } from '../../../src/agent/compact/read-marks.ts';
import { runCalls } from '../../../src/agent/tool-calls.ts';
import { toolsFor } from '../../../src/agent/tools/index.ts';
import type { ToolAnswer, ToolContext } from '../../../src/agent/tools/tool.ts';
import { quietDocs } from '../memory-tree.ts';
import type { MemoryTree } from '../memory-tree.ts';

/** Calls one tool as a turn does, and returns what the model would read. Throws when the tool itself fails. */
export async function callTool(
  tool: string,
  input: unknown,
  tree: MemoryTree,
  context: Partial<ToolContext> = {},
): Promise<ToolAnswer> {
  const [answer] = await callTools([{ tool, input }], tree, context);
  if (answer === undefined) throw new Error('no result');
  return answer;
}

/** The same for several calls in one answer of the model. */
export async function callTools(
  calls: { tool: string; input: unknown }[],
  tree: MemoryTree,
  context: Partial<ToolContext> = {},
): Promise<ToolAnswer[]> {
  const { message } = await runCalls({
    calls: calls.map(({ tool, input }, index) => ({ id: `call ${index}`, tool, keptAs: tool, input })),
    tools: toolsFor(context),
    context: { tree, docs: quietDocs(), marks: new ReadMarks(), contests: new Contests(), ...context },
    limits: defaultLimits,
    report: (error) => {
      throw error;
    },
    signal: new AbortController().signal,
  });
  return message.content.map((part) => {
    if (part.type !== 'tool-result') throw new Error('no result');
    const { output } = part;
    if (output.type !== 'text' && output.type !== 'error-text') throw new Error(`unexpected ${output.type}`);
    return { ok: output.type === 'text', text: output.value };
  });
}
