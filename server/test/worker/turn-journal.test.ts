import { expect, test } from 'vitest';
import { claim } from '../jobs/support.ts';
import { openHold } from '../../src/worker/hold.ts';
import { openJournal } from '../../src/worker/turn-journal.ts';
import { workerRig } from './rig.ts';

const clock = (): number => performance.now();

test('the refusal of a model is stored with the tree of the last step, not with edits that no step holds', async () => {
  await using rig = await workerRig([]);
  await rig.create('rename');
  const { job, lease } = await claim(rig.db);
  const source = { id: rig.project.id, kind: 'path', location: rig.repository.path } as const;
  const repository = await rig.services.workspace.repository(source);
  const tree = await repository.openTree((await repository.head('main')) ?? '');
  const before = tree.id();
  const hold = openHold({ lease, leaseSeconds: 10, sentAt: clock(), clock });
  const journal = openJournal({ db: rig.db, hold, turn: 1, tree, steps: [], messagesRead: job.messages_read });
  await journal.takeMessages();
  tree.write('docs/guide.md', Buffer.from('# Another\n'));
  expect(journal.refusal('I cannot.', new Date())).toMatchObject({
    tree: before,
    messagesRead: [0],
    files: { changed: [], undone: [] },
  });
});
