import { describe, expect, test } from 'vitest';
import type { StepRecord } from '../../../src/agent/turn.ts';
import { claim } from '../../jobs/support.ts';
import { openHold } from '../../../src/worker/claim/hold.ts';
import { openJournal } from '../../../src/worker/run/turn-journal.ts';
import { workerRig } from '../rig.ts';

const clock = (): number => performance.now();

async function openedJournal(rig: Awaited<ReturnType<typeof workerRig>>) {
  const { job, lease } = await claim(rig.db);
  const source = { id: rig.project.id, kind: 'path', location: rig.repository.path } as const;
  const repository = await rig.services.workspace.repository(source);
  const tree = await repository.openTree((await repository.head('main')) ?? '');
  const hold = openHold({ lease, leaseSeconds: 10, sentAt: clock(), clock });
  const journal = openJournal({ db: rig.db, hold, turn: 1, tree, steps: [], messagesRead: job.messages_read });
  return { journal, tree };
}

const usage = { inputTokens: null, outputTokens: null, cachedInputTokens: null, cacheWriteTokens: null };

function stepWith(tools: StepRecord['tools'], messagesRead: number[] = []): StepRecord {
  const at = new Date();
  return { messagesRead, messages: [], text: '', tools, usage, finishReason: 'stop', startedAt: at, finishedAt: at };
}

describe('messages', () => {
  const look = { tool: 'read_file', summary: 'docs/guide.md', ok: true, result: '' };

  test('that arrive before a step is stored are sent with the next one, once', async () => {
    await using rig = await workerRig([]);
    const { id } = await rig.create('rename');
    const { journal } = await openedJournal(rig);
    expect(await journal.takeMessages()).toMatchObject([{ position: 0, prompt: 'rename' }]);
    await rig.send(id, 'and the title');
    await journal.record(stepWith([look], [0]));
    expect(await journal.takeMessages()).toEqual([{ position: 1, prompt: 'and the title' }]);
    expect(journal.messagesKnown()).toBe(2);
    await journal.record(stepWith([look], [1]));
    expect(await journal.takeMessages()).toEqual([]);
  });

  test('that arrive after the last step of a turn was stored are found', async () => {
    await using rig = await workerRig([]);
    const { id } = await rig.create('rename');
    const { journal } = await openedJournal(rig);
    await journal.takeMessages();
    await journal.record(stepWith([], [0]));
    await rig.send(id, 'and the title');
    expect(await journal.takeMessages()).toEqual([{ position: 1, prompt: 'and the title' }]);
  });
});

test('a refusal of the model is stored with the tree of the last step, without edits that no step contains', async () => {
  await using rig = await workerRig([]);
  await rig.create('rename');
  const { journal, tree } = await openedJournal(rig);
  const before = tree.id();
  await journal.takeMessages();
  tree.write('docs/guide.md', Buffer.from('# Another\n'));
  expect(journal.refusal('I cannot.', new Date())).toMatchObject({
    tree: before,
    messagesRead: [0],
    files: { changed: [], undone: [] },
  });
});
