import { describe, expect, test } from 'vitest';
import { readEntry, emptyTranscript } from '../../src/rules/transcript.ts';
import type { TranscriptState } from '../../src/rules/transcript.ts';

type Entry = Parameters<typeof readEntry>[1];

/** Reads the entries, one second after another by default. */
function read(...types: (string | Partial<Entry>)[]): string[] {
  let state: TranscriptState = emptyTranscript;
  const wrong: string[] = [];
  for (const [index, entry] of types.entries()) {
    const fields = typeof entry === 'string' ? { type: entry } : entry;
    const next = readEntry(state, { sequence: index + 1, at: new Date(index * 1000), type: '', data: {}, ...fields });
    state = next.state;
    wrong.push(...next.wrong);
  }
  return wrong;
}

describe('a transcript', () => {
  test('may contain a turn, a follow-up and an archive', () => {
    const turn = ['message', 'turn_started', 'step', 'checked', 'pushed', 'pull_request', 'completed'];
    expect(read(...turn, ...turn, 'archived')).toEqual([]);
    expect(read('message', 'failed', 'message', 'step', 'archived')).toEqual([]);
  });

  test('may continue with reports of the code host', () => {
    const noted = {
      type: 'noted',
      data: { detail: 'Checks of pull request #1 fail, and the job does not correct them.' },
    };
    expect(read('message', 'completed', 'checks', noted, 'conflict', 'message', 'checks', 'completed')).toEqual([]);
    expect(read('message', 'completed', { type: 'noted', data: { detail: 'It was.' } })).toHaveLength(1);
  });

  test('must not have a gap or a duplicate', () => {
    expect(read('message', { type: 'step', sequence: 3 })).toEqual(['entry 3 (step) follows entry 1']);
    expect(read('message', { type: 'step', sequence: 1 })).toEqual(['entry 1 (step) follows entry 1']);
  });

  test('has no turn before its first message', () => {
    expect(read('step')).toEqual(['"step" (entry 1) came while the job was not yet there']);
  });

  test.each(['step', 'pushed', 'pull_request', 'completed', 'failed', 'turn_started'])(
    'must not have "%s" after the job has ended',
    (type) => {
      for (const end of ['completed', 'failed', 'archived']) {
        expect(read('message', end, type)).toEqual([`"${type}" (entry 3) came while the job was ${end}`]);
      }
    },
  );

  test('must not have a message after the archive', () => {
    expect(read('message', 'archived', 'message')).toHaveLength(1);
    expect(read('message', 'archived', 'archived')).toHaveLength(1);
  });

  test('may name a found pull request only some time after the last activity', () => {
    const found = { type: 'pull_request', data: { opened: false } };
    expect(read('message', 'archived', { ...found, at: new Date(31_000) })).toEqual([]);
    expect(read('message', 'archived', { ...found, at: new Date(30_000) })).toHaveLength(1);
    expect(read('message', 'failed', { ...found, data: { opened: true }, at: new Date(60_000) })).toHaveLength(1);
  });
});
