import { expect, test } from 'vitest';
import type { GitTree, Workspace } from '../../src/workspace/workspace.ts';
import { editGuide, workerRig } from './rig.ts';

/** A workspace that notes the signals of what is read ahead in its trees. */
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
    readAhead: async (signal: AbortSignal) => {
      signals.push(signal);
      await readAhead(signal);
    },
  });
}

test('what a search will need is read while the model thinks, until the turn ends', async () => {
  const signals: AbortSignal[] = [];
  const seen: (boolean | undefined)[] = [];
  await using rig = await workerRig((call) => {
    seen.push(signals[0]?.aborted);
    return call === 0 ? editGuide('Acme Cloud', 'Acme Platform') : { text: 'Renamed it.' };
  });
  await rig.create('Rename Acme Cloud to Acme Platform');
  const job = await rig.work({ workspace: noting(rig.services.workspace, signals) });
  expect(job.status).toBe('completed');
  expect(seen).toEqual([false, false]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
