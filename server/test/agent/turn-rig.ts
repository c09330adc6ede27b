import type { ModelMessage } from 'ai';
import type { MemoryTree } from './memory-tree.ts';
import { memoryTree, quietDocs } from './memory-tree.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import type { Script, ScriptedModel } from '../support/scripted-model.ts';
import { plainModel } from '../../src/agent/model.ts';
import { defaultLimits, runTurn } from '../../src/agent/turn.ts';
import type { StepRecord, TurnOptions } from '../../src/agent/turn.ts';

/** A turn with everything that a test may want to examine. */
export interface TurnRig {
  model: ScriptedModel;
  tree: MemoryTree;
  steps: StepRecord[];
  /** Incoming messages: each model call gets all that are here by then. */
  inbox: string[];
  run(overrides?: Partial<TurnOptions>): Promise<{ text: string }>;
  /** Returns the history with which a resumed turn begins. */
  history(): ModelMessage[];
}

/** A rig whose inbox contains one message, `Do it.`, and whose clock advances by a second each time it is read. */
export function turnRig(script: Script, files: Record<string, string> = {}): TurnRig {
  const model = scriptedModel(script);
  const tree = memoryTree(files);
  const steps: StepRecord[] = [];
  const inbox = ['Do it.'];
  let position = 0;
  let seconds = 0;
  const journal: TurnOptions['journal'] = {
    takeMessages: () => Promise.resolve(inbox.splice(0).map((prompt) => ({ position: position++, prompt }))),
    record: (step) => Promise.resolve(void steps.push(step)),
  };
  const run = (overrides: Partial<TurnOptions> = {}) =>
    runTurn({
      model: plainModel('test/scripted', model),
      tree,
      docs: quietDocs(),
      instructions: { projectName: 'Acme', docsFolder: 'docs' },
      history: [],
      journal,
      limits: defaultLimits,
      budget: { check: () => {}, use: () => {} },
      now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)),
      signal: new AbortController().signal,
      ...overrides,
    });
  return { model, tree, steps, inbox, run, history: () => steps.flatMap((step) => step.messages) };
}

/** Returns what the model received at a call, in short: role and text, or the called tools and their results. */
export function transcript({ prompt }: { prompt: ScriptedModel['calls'][number]['prompt'] }): string[] {
  return prompt.flatMap((message) => {
    if (message.role === 'system') return [];
    return message.content.map((part) => {
      if (part.type === 'text') return `${message.role}: ${part.text}`;
      if (part.type === 'tool-call') return `call ${part.toolName}`;
      if (part.type !== 'tool-result') return part.type;
      const { output } = part;
      return output.type === 'text' || output.type === 'error-text' ? `${output.type}: ${output.value}` : output.type;
    });
  });
}
