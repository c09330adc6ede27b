import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DateBound, readDateTime } from '../src/index.ts';
import { propertyRuns } from '../../server/test/support/property-runs.ts';

test.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2000-02-29', '2000-02-29T00:00:00.000Z'],
  ['0000-01-01', '0000-01-01T00:00:00.000Z'],
  ['0099-12-31', '0099-12-31T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['2026-11-21T09:30', '2026-11-21T09:30:00.000Z'],
  ['2026-11-21T09:30:15', '2026-11-21T09:30:15.000Z'],
  ['2026-11-21t09:30:15z', '2026-11-21T09:30:15.000Z'],
  ['2026-11-21T09:30:15.5Z', '2026-11-21T09:30:15.500Z'],
  ['2026-11-21T09:30:15,25Z', '2026-11-21T09:30:15.250Z'],
  ['2026-11-21T09:30:15.0019Z', '2026-11-21T09:30:15.001Z'],
  ['2026-11-21T09:30:15.999999999999Z', '2026-11-21T09:30:15.999Z'],
  ['2026-11-21T00:30+01:00', '2026-11-20T23:30:00.000Z'],
  ['2026-11-21T00:30 01:00', '2026-11-20T23:30:00.000Z'],
  ['2026-11-21T23:30:00-0330', '2026-11-22T03:00:00.000Z'],
  ['2026-12-31T23:30:00-01', '2027-01-01T00:30:00.000Z'],
  ['2026-11-21T09:30-00:00', '2026-11-21T09:30:00.000Z'],
  ['0000-01-01T00:00+23:59', '-000001-12-31T00:01:00.000Z'],
])('%s is %s', (text, moment) => {
  expect(readDateTime(text)?.toISOString()).toBe(moment);
});

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '2026-01-32',
  '2026-11-21T24:00:00Z',
  '2026-11-21T09:60Z',
  '2026-11-21T23:59:60Z',
  '2026-11-21T09:30+24:00',
  '2026-11-21T09:30+01:60',
])('%s is rejected as a date-time', (text) => {
  expect(readDateTime(text)).toBeUndefined();
});

test.each([
  '',
  ' ',
  'today',
  'now',
  '0',
  '1700000000',
  '2026',
  '2026-11',
  '2026-1-1',
  '26-11-21',
  '20261121',
  '2026-W47-6',
  '2026-325',
  '21.11.2026',
  '11/21/2026',
  '+02026-11-21',
  '-0001-01-01',
  ' 2026-11-21',
  '2026-11-21 ',
  '2026-11-21\n',
  '2026-11-21Z',
  '2026-11-21+01:00',
  '2026-11-21T',
  '2026-11-21 09:30',
  '2026-11-21T09',
  '2026-11-21T0930',
  '2026-11-21T09:30:',
  '2026-11-21T09:30:15.',
  '2026-11-21T09:30.5',
  '2026-11-21T09:30:15.5.5',
  '2026-11-21T09:30UTC',
  '2026-11-21T09:30ZZ',
  '2026-11-21T09:30+1',
  '2026-11-21T09:30\u221201:00',
  '2026-11-21T09:30+01:00[Europe/Paris]',
  '٢٠٢٦-١١-٢١',
])('%j is not of the form', (text) => {
  expect(readDateTime(text)).toBeUndefined();
  expect(DateBound.safeParse(text).error?.issues[0]?.message).toContain('must be a date such as');
});

test('a moment is read with any offset', () => {
  const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
  const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
  fc.assert(
    fc.property(moments, offsets, (moment, minutes) => {
      expect(readDateTime(moment.toISOString())).toEqual(moment);
      const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
      expect(readDateTime(`${local}${offsetText(minutes)}`)).toEqual(moment);
    }),
  );
});

test('a date means midnight UTC, and an impossible date is rejected', () => {
  const two = fc.integer({ min: 0, max: 40 }).map(twoDigits);
  fc.assert(
    fc.property(fc.integer({ min: 1970, max: 2100 }), two, two, (year, month, day) => {
      const text = `${year}-${month}-${day}`;
      const date = new Date(`${text}T00:00:00Z`);
      // Date reads 2026-02-31 as the third of March.
      const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
      expect(readDateTime(text)).toEqual(isReal ? date : undefined);
    }),
    { numRuns: propertyRuns(1_000) },
  );
});

test('a very long fraction is read in short time', () => {
  expect(readDateTime(`2026-11-21T09:30:15.${'9'.repeat(100_000)}x`)).toBeUndefined();
});

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
