import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUnknownReaders } from '../../../src/analytics/read/readers/unknown-readers.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { arrivalOf, newProjectNumber, readerOf, readers, viewOf } from '../support/views.ts';

let database: TestDatabase;
const now = new Date('2026-11-21T10:30:00Z');

beforeAll(async () => (database = await testDatabase()));
afterAll(async () => await database[Symbol.asyncDispose]());

test('lists suspicious readers by views, without AI, named bots and older views', async () => {
  const { db } = database;
  const projectId = await newProjectNumber(db);
  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  const store = openViewStore({ db, log, now: () => now, retentionMonths: 25 });
  const probe = readerOf({ ...readers.google.verdict, agent: null, operator: null, rule: 'isbot' }, 'acme-probe/2.1');
  const chrome = readerOf(readers.person.verdict, 'Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537');
  const at = (second: number) => now.getTime() - 600_000 + second * 1_000;
  const views = [
    ...Array.from({ length: 3 }, (_, second) => viewOf({ reader: probe, at: at(second) })),
    viewOf({ reader: probe, at: now.getTime() - 40 * 86_400_000 }),
    ...Array.from({ length: 20 }, (_, second) => viewOf({ reader: chrome, at: at(second), visitor: 1n })),
    ...Array.from({ length: 20 }, (_, minute) => viewOf({ reader: chrome, at: at(minute * 20), visitor: 2n })),
    ...Array.from({ length: 19 }, (_, second) => viewOf({ reader: chrome, at: at(second), visitor: 3n })),
    ...Array.from({ length: 50 }, (_, second) => viewOf({ reader: chrome, at: at(second) })),
    viewOf({ reader: readers.claude, at: at(0) }),
    viewOf({ reader: readers.google, at: at(0) }),
  ];
  await store.write(arrivalOf(projectId, views));
  const site = { projectId, now, retentionMonths: 25 };
  const { result } = await readUnknownReaders(db, site, { limit: 10, offset: 0 });
  expect(result).toEqual({
    totals: { readers: 2 },
    hasMore: false,
    readers: [
      {
        userAgent: 'Mozilla/5 AppleWebKit/537 Chrome/154 Safari/537',
        class: 'human',
        mark: 'steady',
        views: 20,
        lastSeen: expect.any(String),
        rule: null,
      },
      {
        userAgent: 'acme-probe/2.1',
        class: 'bot',
        mark: 'no_name',
        views: 3,
        lastSeen: '2026-11-21T10:20:02.000Z',
        rule: 'name=acme-probe; pattern=acme-probe; class=bot',
      },
    ],
  });
  const second = await readUnknownReaders(db, site, { limit: 1, offset: 1 });
  expect(second.result).toMatchObject({ hasMore: false, readers: [{ mark: 'no_name' }] });
  await store.close();
});
