import type { WorkerServices } from '../../../src/worker/services.ts';
import { modelAt } from '../../agent/models/providers/rig.ts';
import { modelServer } from '../../support/model-server.ts';
import type { ModelReply, ModelServer } from '../../support/model-server.ts';
import { compatibleStream } from '../../support/model-streams.ts';
import type { Written } from '../../support/model-streams.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

export const large = 'compatible/large';
export const small = 'compatible/small';

/** A worker whose project has a helper model, with an endpoint on the wire for each of the two models. */
export interface HelperRig extends AsyncDisposable {
  rig: WorkerRig;
  /** The requests to the main model, and those to the helper. */
  asked: { large: ModelServer['requests']; small: ModelServer['requests'] };
  services: Partial<WorkerServices>;
}

/** A model's answers in order; the last one is repeated. */
export type Answers = [Written | ModelReply, ...(Written | ModelReply)[]];

const isReply = (answer: Written | ModelReply): answer is ModelReply => 'status' in answer;

function inTurn(answers: Answers): () => ModelReply {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? answers[0];
    next += 1;
    return isReply(answer) ? answer : { stream: compatibleStream(answer) };
  };
}

const price = { from: '2025-01-01', cachedInput: 0, cacheWrite: 0, output: 0, long: null, source: 'a page' };

/** US dollars per million tokens read, so that a call's tokens are its cost. */
const perMillion = new Map([
  ['test/scripted', 10],
  [small, 1],
]);

export async function helperRig(
  answers: { large: Answers; small: Answers },
  files?: Parameters<typeof workerRig>[1],
): Promise<HelperRig> {
  const stack = new AsyncDisposableStack();
  const ofLarge = stack.use(await modelServer(inTurn(answers.large)));
  const ofSmall = stack.use(await modelServer(inTurn(answers.small)));
  const rig = stack.use(await workerRig([], files));
  await rig.db.updateTable('project').set({ helper_model: small }).execute();
  const works = await modelAt(large, ofLarge.url);
  const helps = await modelAt(small, ofSmall.url);
  return {
    rig,
    asked: { large: ofLarge.requests, small: ofSmall.requests },
    services: {
      resolveModel: (name) => (name === small ? helps : works),
      budgets: {
        ...rig.services.budgets,
        prices: (model) => {
          const input = perMillion.get(model);
          return input === undefined ? undefined : { ...price, input };
        },
      },
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The usage of a call: tokens read, and one written. */
export const used = (read: number) => ({ usage: { read, fromCache: 0, toCache: 0, written: 1 } });

/** A call of a tool as a model writes it. */
export function calls(tool: string, input: object) {
  return { calls: [{ id: `call_${tool}`, tool, input: JSON.stringify(input) }] };
}
