import { setImmediate } from 'node:timers/promises';
import { CopydeskError } from '@copydesk/contract';
import { expect, test, vi } from 'vitest';
import type { WorkerServices } from '../../../src/worker/services.ts';
import type { GitTree, Workspace } from '../../../src/workspace/workspace.ts';
import { expireLease } from '../../races/support.ts';
import { testWorkspace } from '../../support/workspace.ts';
import { editGuide, workerRig } from '../rig.ts';

/** A workspace that records the signals of what its trees read ahead. */
function noting(workspace: Workspace, signals: AbortSignal[]): Workspace {
  return {
    ...workspace,
    async repository(source, options) {
      const repository = await workspace.repository(source, options);
      const openTree = repository.openTree.bind(repository);
      return Object.assign(repository, {
        openTree: async (...asked: Parameters<typeof openTree>) => noted(await openTree(...asked), signals),
      });
    },
  };
}

function noted(tree: GitTree, signals: AbortSignal[]): GitTree {
  const readAhead = tree.readAhead.bind(tree);
  return Object.assign(tree, {
    readAhead: async (signal: AbortSignal, folder?: string) => {
      signals.push(signal);
      await readAhead(signal, folder);
    },
  });
}

/** A model that thinks until so many turns have begun to read ahead. */
async function untilReadAhead(signals: AbortSignal[], turns: number): Promise<void> {
  await vi.waitFor(() => expect(signals).toHaveLength(turns), { timeout: 20_000 });
}

test('files that a search will need are read while the model works, until the turn ends', async () => {
  const signals: AbortSignal[] = [];
  const seen: (boolean | undefined)[] = [];
  await using rig = await workerRig(async (call) => {
    await untilReadAhead(signals, 1);
    seen.push(signals[0]?.aborted);
    return call === 0 ? editGuide('Acme Cloud', 'Acme Platform') : { text: 'Renamed it.' };
  });
  await rig.create('Rename Acme Cloud to Acme Platform');
  const job = await rig.work({ workspace: noting(rig.services.workspace, signals) });
  expect(job.status).toBe('completed');
  expect(seen).toEqual([false, false]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('files are read ahead in each turn, including a follow-up and a turn on another machine', async () => {
  const signals: AbortSignal[] = [];
  await using rig = await workerRig(async (call) => {
    await untilReadAhead(signals, call + 1);
    return call === 1 ? editGuide('Acme Cloud', 'Acme Platform') : { text: 'As you said.' };
  });
  const workspace = noting(rig.services.workspace, signals);
  const { id } = await rig.create('Is it called Acme Cloud?');
  await rig.work({ workspace });
  await rig.send(id, 'Rename it.');
  await rig.work({ workspace, onFaultPoint: dieAfterAStep });
  await expireLease(rig);
  await using other = await testWorkspace();
  expect(await rig.work({ workspace: noting(other.workspace, signals) })).toMatchObject({ status: 'completed' });
  expect(signals).toHaveLength(3);
});

test('nothing is read ahead while the process itself is at work', async () => {
  const signals: AbortSignal[] = [];
  await using rig = await workerRig(async () => {
    await keepBusy(1_500);
    return { text: 'Nothing to do.' };
  });
  await rig.create('Is it called Acme Cloud?');
  await rig.work({ workspace: noting(rig.services.workspace, signals) });
  expect(signals).toEqual([]);
});

/** Leaves the event loop for a moment now and then, so that timers are heard. */
async function keepBusy(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const pause = performance.now() + 50;
    while (performance.now() < pause);
    await setImmediate();
  }
}

const dieAfterAStep: WorkerServices['onFaultPoint'] = (point) => {
  if (point === 'step-stored') throw new CopydeskError('lease_lost', 'as if killed here');
};
