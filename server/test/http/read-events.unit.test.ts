import { CollectEvent } from '@copydesk/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainEvent, readEvents } from '../../src/http/collect/read-events.ts';
import { propertyRuns } from '../support/property-runs.ts';

const date = fc
  .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
  .map((one) => one.toISOString());

/** Events as servers send them. */
const plain = fc.record(
  {
    id: fc.option(fc.uuid()),
    url: fc.webUrl(),
    path: fc.option(fc.string()),
    timestamp: fc.option(fc.oneof(date, fc.integer())),
    userAgent: fc.option(fc.string()),
    referrer: fc.option(fc.string()),
    status: fc.option(fc.integer({ min: 100, max: 599 })),
    contentType: fc.option(fc.string()),
    headers: fc.option(fc.dictionary(fc.constantFrom('accept', 'sec-fetch-mode'), fc.string())),
    ip: fc.option(fc.ipV4()),
  },
  { requiredKeys: ['url'] },
);

const field = fc.constantFrom(
  'id',
  'url',
  'path',
  'timestamp',
  'userAgent',
  'referrer',
  'status',
  'contentType',
  'headers',
  'ip',
);

/** Values that may be in any field, and are wrong in most. */
const odd = fc.oneof(
  fc.anything(),
  fc.constantFrom(
    null,
    undefined,
    '',
    'x'.repeat(201),
    'x'.repeat(8_193),
    '2026-02-30',
    99,
    100,
    599,
    600,
    1.5,
    8.65e15,
  ),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.double(),
  fc.dictionary(fc.constantFrom('accept', 'Accept', 'x'.repeat(201), '', '__proto__'), fc.string()),
  fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string()))),
);

const oddEvent = fc.tuple(plain, field, odd, field, odd).map(([event, one, value, other, second]) => ({
  ...event,
  [one]: value,
  [other]: second,
}));

test('the fast reader reads events exactly like the schema', () => {
  fc.assert(
    fc.property(fc.oneof({ arbitrary: oddEvent, weight: 9 }, fc.anything()), (value) => {
      const byHand = plainEvent(value);
      const bySchema = CollectEvent.safeParse(value);
      expect(byHand === undefined || bySchema.success).toBe(true);
      expect(known(byHand ?? bySchema.data)).toEqual(known(bySchema.data));
    }),
    { numRuns: propertyRuns(3_000) },
  );
});

test('plain events are read without the schema', () => {
  fc.assert(
    fc.property(plain, (value) => {
      expect(plainEvent(value)).toBeDefined();
      expect(readEvents([value, value])).toEqual([plainEvent(value), plainEvent(value)]);
    }),
  );
});

test('if one event is not plain, the schema reads all events', () => {
  const headers = { Accept: ['text/html', 'text/markdown'] };
  expect(readEvents([{ path: '/a' }, { path: '/b', headers, timestamp: 1.5 }])).toMatchObject([
    { path: '/a' },
    { path: '/b', headers: { accept: 'text/html, text/markdown' }, timestamp: 1 },
  ]);
});

/** Drops nulls: null means absent. */
function known(event: object | undefined): object {
  return Object.fromEntries(Object.entries(event ?? {}).filter(([, value]) => value != null));
}
