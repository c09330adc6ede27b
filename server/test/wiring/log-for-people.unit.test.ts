import { expect, test } from 'vitest';
import { lineForPeople } from '../../src/wiring/start/log-for-people.ts';

const time = new Date(2026, 10, 24, 9, 5, 7).getTime();
const line = (entry: object, colours = false): string => lineForPeople(JSON.stringify({ time, ...entry }), colours);

test('prints the time, the message and its fields', () => {
  expect(line({ level: 30, method: 'GET', path: '/readyz', status: 200, ms: 1.5, msg: 'answered' })).toBe(
    '09:05:07 answered method=GET path=/readyz status=200 ms=1.5\n',
  );
  expect(line({ level: 40, detail: 'two words', msg: 'careful' })).toBe(
    '09:05:07 warning careful detail="two words"\n',
  );
});

test('prints the stack of an error, and only the message of a warning', () => {
  const err = { type: 'Error', message: 'no disk', stack: 'Error: no disk\n    at write (store.ts:3)' };
  expect(line({ level: 50, err, msg: 'it ended' })).toBe(
    '09:05:07 error it ended\n         Error: no disk\n             at write (store.ts:3)\n',
  );
  expect(line({ level: 40, err, msg: 'trying again' })).toBe('09:05:07 warning trying again\n         no disk\n');
});

test('text from outside cannot move the cursor', () => {
  expect(line({ level: 30, detail: '\u001b[2Jgone', msg: 'told \u001b]0;x\u0007' })).not.toMatch(
    // oxlint-disable-next-line no-control-regex -- it is what must not be there
    /[\u0000-\u0008\u000b-\u001f]/,
  );
  expect(line({ level: 50, msg: 'bad' }, true)).toContain('\u001b[31merror\u001b[39m');
});

test('a line that is not a log entry is shown unchanged', () => {
  expect(lineForPeople('[1]\n', false)).toBe('[1]\n');
});
