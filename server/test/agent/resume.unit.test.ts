import { describe, expect, test } from 'vitest';
import { transcript, turnRig } from './turn-rig.ts';

const read = { tool: 'read_file', input: { path: 'a.md' } };
const edit = (from: string, to: string) => ({
  tool: 'edit_file',
  input: { path: 'a.md', edits: [{ old: from, new: to }] },
});

describe('a turn that is resumed from its recorded steps', () => {
  test('continues where it was, and remembers what the model has read', async () => {
    const first = turnRig([{ calls: [read] }, { error: new Error('killed') }], { 'a.md': 'one\n' });
    await expect(first.run()).rejects.toThrow('broke off');

    const second = turnRig([{ calls: [edit('one', 'two')] }, { text: 'done' }], { 'a.md': 'one\n' });
    second.inbox.length = 0;
    // What was stored as JSON comes back as JSON.
    const history = JSON.parse(JSON.stringify(first.history()));
    expect(await second.run({ history })).toEqual({ text: 'done' });
    expect(second.tree.text('a.md')).toBe('two\n');
    expect(transcript(second.model.calls[0] ?? { prompt: [] })).toEqual([
      'user: Do it.',
      'call read_file',
      'text: a.md lines 1-1 of 1\none\n',
    ]);
  });

  test('does not let a file be edited that has changed since it was read', async () => {
    const first = turnRig([{ calls: [read] }, { text: 'read it' }], { 'a.md': 'one\n' });
    await first.run();
    const second = turnRig([{ calls: [edit('one', 'two')] }, { text: 'done' }], { 'a.md': 'one, changed\n' });
    await second.run({ history: first.history() });
    expect(second.steps[0]?.tools[0]).toMatchObject({
      ok: false,
      result: 'a.md has changed since you read it; read it again, then change it.',
    });
  });

  test('does not call the model if the turn had already ended', async () => {
    const first = turnRig([{ text: 'All done.' }]);
    await first.run();
    const second = turnRig([]);
    second.inbox.length = 0;
    expect(await second.run({ history: first.history() })).toEqual({ text: 'All done.' });
    expect(second.model.calls).toEqual([]);
  });

  test('continues after a truncated answer that was recorded', async () => {
    const first = turnRig([{ text: 'I was about', finishReason: 'length' }, { error: new Error('killed') }]);
    await expect(first.run()).rejects.toThrow('broke off');
    const second = turnRig([{ text: 'All done.' }]);
    second.inbox.length = 0;
    expect(await second.run({ history: first.history() })).toEqual({ text: 'All done.' });
  });

  test('does not change the given history', async () => {
    const rig = turnRig([{ text: 'done' }]);
    const history = [{ role: 'user' as const, content: 'Before.' }];
    await rig.run({ history });
    expect(history).toHaveLength(1);
  });
});
