import { CopydeskError } from '@copydesk/contract';
import type { HelperCall } from '@copydesk/contract';
import { cut } from '../text/cut.ts';
import type { AgentModel } from '../model.ts';
import { askModel } from './model-call.ts';
import type { ModelQuestion } from './model-call.ts';
import type { Helper } from '../ports.ts';
import { answerAttributes, chatSpan } from './spans.ts';
import { storable } from './storable.ts';
import { noTracing } from './tracing.ts';
import type { Tracing } from './tracing.ts';

/** Short, because the working model can do without the helper and the job waits for it. */
const longestCallMilliseconds = 3 * 60_000;

/** A step waits for these calls one after another, and their cost is stored only with the step. */
const callsPerStep = 16;

/** About 4,000 tokens. */
const longestAnswer = 16_000;

/** Opens the helper of a turn. Its usage counts against the job's budget. */
export function openHelper(options: {
  model: AgentModel;
  budget: { check: (pending: readonly HelperCall[]) => void };
  limits: { modelCallMilliseconds: number };
  tracing?: Tracing | undefined;
  call: Pick<ModelQuestion, 'jobId' | 'signal' | 'now'>;
}): Helper {
  const { model, budget, limits, tracing = noTracing, call } = options;
  const timeoutMilliseconds = Math.min(limits.modelCallMilliseconds, longestCallMilliseconds);
  let calls: HelperCall[] = [];
  let asked = 0;
  return {
    name: model.name,
    contextTokens: model.contextTokens,
    async ask({ system, prompt }) {
      if (asked >= callsPerStep) throw new CopydeskError('model_failed', tooMany);
      asked += 1;
      budget.check(calls);
      return await tracing.within(chatSpan(model, call.jobId), async (span) => {
        const messages = [{ role: 'user' as const, content: storable(prompt) }];
        const answer = await askModel({ ...call, model, system, tools: {}, messages, timeoutMilliseconds });
        span.set(answerAttributes(answer));
        calls.push({ model: model.name, usage: answer.usage });
        const text = answer.text.trim();
        if (text !== '') return cut(text, longestAnswer);
        throw new CopydeskError('model_failed', `The model ${model.name} answered without a word.`);
      });
    },
    takeCalls() {
      const taken = calls;
      calls = [];
      asked = 0;
      return taken;
    },
  };
}

const tooMany = `It was asked ${callsPerStep} times in this step: ask again in the next one, about fewer files.`;
