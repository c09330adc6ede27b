import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { plainModel } from '../../src/agent/model.ts';
import type { ScriptedStep } from '../support/scripted-model.ts';
import { transcript, turnRig } from './turn-rig.ts';
import type { TurnRig } from './turn-rig.ts';

const page = (name: string, lines = 300) => `# ${name}\n${'A line of the page.\n'.repeat(lines)}`;
const files = (count: number, lines?: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}.md`, page(`p${index}`, lines)]));
const read = (path: string) => ({ tool: 'read_file', input: { path } });
const edit = (path: string) => ({
  tool: 'edit_file',
  input: { path, edits: [{ old: `# ${path.slice(0, -3)}\n`, new: '# New\n' }] },
});

/** A model that refuses what is longer than its window, and otherwise works through a list of steps. */
function narrow(
  window: number,
  steps: ScriptedStep[],
  sample: Record<string, string>,
): TurnRig & { refused: number[] } {
  const refused: number[] = [];
  let done = 0;
  const rig = turnRig((_, { prompt }) => {
    const size = JSON.stringify(prompt.filter(({ role }) => role !== 'system')).length;
    if (size > window) {
      refused.push(size);
      return { error: new CopydeskError('context_too_long', 'The prompt is too long.') };
    }
    const step = steps[done] ?? { text: 'done' };
    done += 1;
    return step;
  }, sample);
  return Object.assign(rig, { refused });
}

const readAll = (count: number): ScriptedStep[] =>
  Array.from({ length: count }, (_, index) => ({ calls: [read(`p${index}.md`)] }));

describe('a conversation that outgrows the model', () => {
  test('is compacted within the step, the job continues, and the journal keeps everything', async () => {
    const rig = narrow(60_000, readAll(30), files(30));
    const checks: number[] = [];
    const budget = { check: () => void checks.push(1), use: () => {} };
    expect(await rig.run({ budget })).toEqual({ text: 'done' });
    expect(rig.steps).toHaveLength(31);
    expect(checks).toHaveLength(31);
    const results = rig.history().filter(({ role }) => role === 'tool');
    expect(JSON.stringify(results)).not.toContain('left out');
    const reported = rig.steps.flatMap(({ shortened }) => (shortened === undefined ? [] : [shortened]));
    expect(reported.length).toBeGreaterThan(1);
    for (const { results: count, characters } of reported) {
      expect(count).toBeGreaterThan(1);
      expect(characters).toBeGreaterThan(4_000);
    }
  });

  test('is compacted early after the first refusal, so that few calls fail', async () => {
    const rig = narrow(60_000, readAll(60), files(60));
    await rig.run();
    expect(rig.refused).toHaveLength(1);
  });

  test('is compacted before any refusal if the context window is known', async () => {
    const rig = narrow(60_000, readAll(60), files(60));
    const model = { ...plainModel('test/scripted', rig.model), contextTokens: 18_000 };
    await rig.run({ model });
    expect(rig.refused).toEqual([]);
    expect(rig.steps.filter(({ shortened }) => shortened !== undefined).length).toBeGreaterThan(3);
  });

  test('continues even if the calls alone would fill the window', async () => {
    const rig = narrow(12_000, readAll(150), files(150, 60));
    expect(await rig.run()).toEqual({ text: 'done' });
    expect(rig.refused.length).toBeLessThan(15);
  });

  test('keeps the sent bytes unchanged between two compactions', async () => {
    const rig = narrow(60_000, readAll(40), files(40));
    await rig.run();
    const calls = rig.model.calls.map(({ prompt }) => JSON.stringify(prompt).slice(0, -1));
    const broken = calls.slice(1).filter((call, index) => !call.startsWith(calls[index] ?? ''));
    const times = rig.steps.filter(({ shortened }) => shortened !== undefined).length;
    expect(broken).toHaveLength(times);
    expect(times).toBeLessThan(40 / 5);
  });

  test('continues in a resumed turn with the same compacted view, without a failed call', async () => {
    const whole = narrow(60_000, readAll(40), files(40));
    await whole.run();
    for (const killedAfter of [10, 17, 25]) {
      const history = whole.steps.slice(0, killedAfter).flatMap(({ messages }) => messages);
      const resumed = narrow(60_000, readAll(40).slice(killedAfter), files(40));
      resumed.inbox.length = 0;
      await resumed.run({ history: JSON.parse(JSON.stringify(history)) });
      expect(resumed.refused).toEqual([]);
      const { length } = whole.refused;
      expect(resumed.model.calls[0]?.prompt).toEqual(whole.model.calls[killedAfter + length]?.prompt);
    }
  });

  test('is compacted to a working size in a resumed turn, even if it never was before', async () => {
    const whole = narrow(Infinity, readAll(40), files(40));
    await whole.run();
    const resumed = narrow(60_000, [], files(40));
    resumed.inbox.splice(0, 1, 'And now?');
    expect(await resumed.run({ history: whole.history() })).toEqual({ text: 'done' });
    expect(resumed.refused.length).toBeLessThanOrEqual(4);
    expect(resumed.steps[0]?.shortened?.results).toBeGreaterThan(25);
  });

  test('shows the beginning of a result that alone exceeds the window', async () => {
    // Half of it fits well, however long the tools' descriptions are, which also count.
    const rig = narrow(40_000, [{ calls: [read('p0.md')] }], files(1, 3_000));
    expect(await rig.run()).toEqual({ text: 'done' });
    const last = transcript(rig.model.calls.at(-1) ?? { prompt: [] }).at(-1);
    expect(last).toMatch(
      /^text: p0\.md lines 1-\d+ of 3001\n# p0\n[^]*go on with from_line \d+, and read fewer lines\)$/,
    );
  });

  test('continues to be compacted after a first compaction that went too far', async () => {
    const whole = narrow(Infinity, [{ calls: [read('p0.md')] }, ...readAll(5).slice(1)], {
      ...files(5, 20),
      'p0.md': page('p0', 4_000),
    });
    await whole.run();
    const resumed = narrow(1_700, [], {});
    resumed.inbox.splice(0, 1, 'And now?');
    expect(await resumed.run({ history: whole.history() })).toEqual({ text: 'done' });
  });

  test('fails with advice if nothing is left to compact', async () => {
    const rig = narrow(500, [], {});
    rig.inbox.splice(0, 1, 'word '.repeat(200));
    await expect(rig.run()).rejects.toMatchObject({
      code: 'context_too_long',
      retryable: false,
      message: expect.stringMatching(
        /^The conversation is too long for the model test\/scripted.*smaller request, or use a model with a larger window\.$/,
      ),
    });
    expect(rig.refused).toHaveLength(1);
  });

  test('makes a bounded number of calls', async () => {
    const rig = narrow(0, [], files(20));
    const whole = narrow(Infinity, readAll(20), files(20));
    await whole.run();
    await expect(rig.run({ history: whole.history() })).rejects.toMatchObject({ code: 'context_too_long' });
    expect(rig.refused.length).toBeLessThanOrEqual(16);
  });
});

const readThen = (call: { tool: string; input: unknown }): ScriptedStep[] => [...readAll(12), { calls: [call] }];

describe('a file whose content was left out of the conversation', () => {
  test('can still be edited by quotation', async () => {
    const rig = narrow(60_000, readThen(edit('p0.md')), files(12));
    await rig.run();
    expect(rig.steps[12]?.tools).toMatchObject([{ ok: true, result: 'edited p0.md\n-1 # p0\n+1 # New' }]);
  });

  test('cannot be replaced as a whole before it is read again, even in a resumed turn', async () => {
    const write = { tool: 'write_file', input: { path: 'p0.md', content: 'x\n' } };
    const rig = narrow(60_000, [...readThen(write), { calls: [read('p0.md')] }, { calls: [write] }], files(12));
    await rig.run();
    const refusal = {
      ok: false,
      result: 'What you read of p0.md was left out to save room; read it again, then replace it, or use edit_file.',
    };
    expect(rig.steps[12]?.tools).toMatchObject([refusal]);
    expect(rig.steps[14]?.tools).toMatchObject([{ ok: true, result: 'wrote p0.md (replaced)' }]);

    const resumed = narrow(60_000, [{ calls: [write] }], files(12));
    resumed.inbox.length = 0;
    await resumed.run({ history: rig.steps.slice(0, 12).flatMap(({ messages }) => messages) });
    expect(resumed.steps[0]?.tools).toMatchObject([refusal]);
  });
});
