import type { ModelMessage } from 'ai';
import { plainModel } from '../../../../src/agent/model.ts';
import { createCopyeditor } from '../../../../src/agent/models/builtin/copyeditor.ts';
import type { AgentDocs } from '../../../../src/agent/ports.ts';
import { defaultLimits, runTurn } from '../../../../src/agent/turn.ts';
import type { StepRecord } from '../../../../src/agent/turn.ts';
import { readPage } from '../../../../src/docs/parse/page.ts';
import { plainSite, quietDocs } from '../../memory-tree.ts';
import type { MemoryTree } from '../../memory-tree.ts';

/**
 * A job of the copyeditor on files in memory: every prompt is a turn, and the conversation continues from turn to turn.
 */
export interface Job {
  tree: MemoryTree;
  steps: StepRecord[];
  /** Messages that arrive before the step with that number, counted over the whole job. */
  later: Map<number, string>;
  prompt(text: string, options?: { isFirstMessage?: boolean; endAfterSteps?: number }): Promise<string>;
}

export function startJob(tree: MemoryTree, docs: AgentDocs = plainDocs(tree)): Job {
  const steps: StepRecord[] = [];
  const later = new Map<number, string>();
  let position = 0;
  const prompt: Job['prompt'] = async (text, { isFirstMessage = false, endAfterSteps = Infinity } = {}) => {
    const inbox = isFirstMessage || text === '' ? [] : [text];
    const { text: closing } = await runTurn({
      // A new model each time, as after a crash: it knows only the conversation.
      model: plainModel('builtin/copyeditor', createCopyeditor({ docs })),
      tree,
      docs,
      instructions: { projectName: 'Acme', docsFolder: '' },
      history: asStored(steps.flatMap((step) => step.messages)),
      firstMessage: isFirstMessage ? text : undefined,
      journal: {
        takeMessages() {
          const late = later.get(steps.length);
          later.delete(steps.length);
          return Promise.resolve(
            [...inbox.splice(0), ...(late === undefined ? [] : [late])].map((message) => ({
              position: position++,
              prompt: message,
            })),
          );
        },
        record(step) {
          steps.push(step);
          return steps.length >= endAfterSteps ? Promise.reject(new Error('killed')) : Promise.resolve();
        },
      },
      limits: defaultLimits,
      budget: { check: () => {}, use: () => {} },
      now: () => new Date(0),
      signal: new AbortController().signal,
    });
    return closing;
  };
  return { tree, steps, later, prompt };
}

/** What was stored as JSON comes back as JSON. */
function asStored(messages: ModelMessage[]): ModelMessage[] {
  const stored: ModelMessage[] = JSON.parse(JSON.stringify(messages));
  return stored;
}

export { memoryTree as docsTree } from '../../memory-tree.ts';

/** Docs of a plain Markdown folder: parsed as in the docs room, with no checks and no navigation. */
function plainDocs(tree: MemoryTree, given: Partial<AgentDocs> = {}): AgentDocs {
  return quietDocs({
    parse: (path, text) => Promise.resolve(readPage(text, path.endsWith('.mdx') ? 'mdx' : 'markdown')),
    site: () =>
      Promise.resolve(
        plainSite(
          tree
            .entries()
            .filter(({ path, kind }) => kind === 'file' && /\.mdx?$/.test(path))
            .map(({ path }) => path),
        ),
      ),
    ...given,
  });
}
