import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Strand } from '../strand.ts';
import { busyError } from './model.ts';

export const helperName = 'simulated/helper';

/** What a helper is asked to do. */
export type HelperTask = 'describe' | 'read';

/** Called for each answer that would have to be paid for. @returns its number among those of the job, from 1. */
export type OnHelperAnswer = (task: HelperTask) => number;

/**
 * Returns a model that describes changes and answers questions about pages. The tokens of an answer are its number, so
 * that it can be identified wherever its usage is stored. When the answer must be lost, it comes in another form than
 * requested.
 */
export function scriptedHelper(strand: Strand, onAnswer: OnHelperAnswer): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'simulated',
    modelId: 'helper',
    supportedUrls: {},
    async doGenerate({ prompt, abortSignal }) {
      const outcome = await strand.gate({ kind: 'helper' });
      if (outcome === 'fail') throw busyError();
      abortSignal?.throwIfAborted();
      const task = JSON.stringify(prompt).includes('The question:') ? 'read' : 'describe';
      const number = onAnswer(task);
      const isInForm = task === 'describe' && outcome === 'well';
      return {
        content: [{ type: 'text', text: isInForm ? describedChange : 'It says that all is well.' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: number, noCache: number, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error('The scripted helper does not stream.')),
  };
}

const describedChange = 'TITLE: Done by the other\nCOMMIT: As was asked.\nDESCRIPTION: The other has done it.';
