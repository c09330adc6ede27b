import { expect, test } from 'vitest';
import { quietUntil } from '../../src/automations/quiet-hours.ts';

const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
const noon = { from: '12:00', to: '13:30', timeZone: 'UTC' };

test.each([
  [night, '2026-01-10T20:59:59Z', undefined],
  [night, '2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
  [night, '2026-01-11T05:59:59Z', '2026-01-11T06:00:00.000Z'],
  [night, '2026-01-11T06:00:00Z', undefined],
  // The night in which the clocks go forward is an hour shorter.
  [night, '2026-03-28T21:30:00Z', '2026-03-29T05:00:00.000Z'],
  [noon, '2026-01-10T12:00:00Z', '2026-01-10T13:30:00.000Z'],
  [noon, '2026-01-10T13:30:00Z', undefined],
  // Their end is skipped that day: they end at the moment when the clocks change.
  [{ from: '01:00', to: '02:30', timeZone: 'Europe/Berlin' }, '2026-03-29T00:30:00Z', '2026-03-29T01:00:00.000Z'],
])('%j at %s', (hours, at, until) => {
  expect(quietUntil(hours, new Date(at))?.toISOString()).toBe(until);
});
