import { describe, expect, it } from 'vitest';
import { inTurns } from '../../src/compare/measure/in-turns.ts';
import { openRecorder } from '../../src/compare/measure/recorder.ts';
import { lanesOf } from '../../src/compare/states/lane.ts';

const lanes = lanesOf(
  { before: { side: 'before', folder: '/before' }, now: { side: 'now', folder: '/now' } },
  '/folder',
);

describe('inTurns', () => {
  it('lets the lanes work one after another, and every other round backwards', async () => {
    const order: string[] = [];
    await inTurns(lanes, 2, openRecorder(), async ({ name }) => {
      order.push(name);
      return {};
    });
    expect(order.join()).toBe('before 1,now 1,before 2,now 2,now 2,before 2,now 1,before 1');
  });

  it('keeps the values of each lane by rounds', async () => {
    const recorder = openRecorder<'time'>();
    await inTurns(lanes, 2, recorder, async ({ name }, round) => ({ time: [round, name.length] }));
    expect(recorder.resultOf('time')).toEqual({
      kind: 'measured',
      samples: {
        'before 1': [
          [0, 8],
          [1, 8],
        ],
        'now 1': [
          [0, 5],
          [1, 5],
        ],
        'before 2': [
          [0, 8],
          [1, 8],
        ],
        'now 2': [
          [0, 5],
          [1, 5],
        ],
      },
    });
  });

  it('says in which lane something failed', async () => {
    const failing = inTurns(lanes, 1, openRecorder(), async ({ name }) => {
      if (name === 'before 2') throw new Error('the job ended badly');
      return {};
    });
    await expect(failing).rejects.toThrow('before 2: the job ended badly');
  });
});

describe('openRecorder', () => {
  it('names the lanes in which a value is no number', async () => {
    const recorder = openRecorder<'time'>();
    await inTurns(lanes, 2, recorder, async ({ name }, round) => ({
      time: [name === 'before 2' && round === 1 ? Number.NaN : 1],
    }));
    expect(recorder.resultOf('time')).toEqual({ kind: 'left out', because: 'a value is no number in before 2' });
  });

  it('names the lanes in which nothing was measured', async () => {
    const recorder = openRecorder<'time'>();
    await inTurns(lanes, 1, recorder, async ({ name }) => (name === 'now 1' ? {} : { time: [1] }));
    expect(recorder.resultOf('time')).toEqual({ kind: 'left out', because: 'nothing was measured in now 1' });
  });

  it('keeps the reason for which a figure was left out', () => {
    const recorder = openRecorder<'time' | 'memory'>();
    recorder.leaveOut(['time'], 'the state before has no such command');
    expect(recorder.resultOf('time')).toEqual({ kind: 'left out', because: 'the state before has no such command' });
    expect(recorder.resultOf('memory')).toMatchObject({ kind: 'left out' });
  });
});
