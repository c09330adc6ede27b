import { setTimeout } from 'node:timers/promises';
import type { WorkOptions } from '../../../src/wiring/job/work.ts';
import { plainModel } from '../../../src/agent/model.ts';
import { scriptedModel } from '../../support/scripted-model.ts';

/** A model that kills its process when asked to, and is slow otherwise. */
export const models: WorkOptions['models'] = {
  'test/deadly': () =>
    plainModel(
      'test/deadly',
      scriptedModel(async (_call, { prompt }) => {
        const asked = JSON.stringify(prompt);
        if (asked.includes('Kill your process')) process.kill(process.pid, 'SIGKILL');
        await setTimeout(asked.includes('slowly') ? 4_000 : 500);
        return { text: 'Nothing to do' };
      }),
    ),
};
