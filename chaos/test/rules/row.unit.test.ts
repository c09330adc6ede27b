import { describe, expect, test } from 'vitest';
import { brokenInRow } from '../../src/rules/row.ts';
import { brokenFailure } from '../../src/rules/failure.ts';
import { row } from './facts.ts';

const failed = (code: string) => row({ status: 'failed', error: { code, detail: 'why' } });

describe("a job's row", () => {
  test('may make progress', () => {
    expect(brokenInRow(row({ steps: 2, events: 5 }), row({ steps: 1, events: 4 }))).toEqual([]);
    expect(brokenInRow(row({ status: 'completed', prLink: 'x', events: 5 }), row({ events: 4 }))).toEqual([]);
  });

  test('has no link while it is active', () => {
    expect(brokenInRow(row({ prLink: 'x' }), undefined)).toEqual(['it is active and has the link x']);
  });

  test('never comes back from the archive', () => {
    const archived = row({ status: 'archived', events: 4 });
    expect(brokenInRow(row({ events: 5 }), archived)).toEqual(['it was archived and is active']);
  });

  test.each(['epoch', 'events', 'steps', 'turn', 'messages', 'messagesRead'] as const)(
    'must not lose any of its %s',
    (count) => {
      const full = { epoch: 3, events: 3, steps: 3, turn: 3, messages: 3, messagesRead: 3 };
      expect(brokenInRow(row({ ...full, [count]: 2 }), row(full))).toContain(`its ${count} fell from 3 to 2`);
    },
  );

  test('must not change its status without an event', () => {
    expect(brokenInRow(row({ status: 'completed' }), row({}))).toHaveLength(1);
  });

  test('may fail only because of crashes at one step, or because of what people did', () => {
    expect(brokenFailure(failed('internal'), { hits: 7, peopleActed: false })).toEqual([]);
    expect(brokenFailure(failed('internal'), { hits: 6, peopleActed: true })).toHaveLength(1);
    expect(brokenFailure(failed('merge_conflict'), { hits: 0, peopleActed: true })).toEqual([]);
    expect(brokenFailure(failed('merge_conflict'), { hits: 9, peopleActed: false })).toHaveLength(1);
    expect(brokenFailure(failed('push_rejected'), { hits: 9, peopleActed: true })).toHaveLength(1);
    expect(brokenFailure(row({}), { hits: 0, peopleActed: false })).toEqual([]);
  });
});
