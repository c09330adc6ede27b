import { expect, test } from 'vitest';
import { eventsOfDay } from '../../../src/analytics/generate/events-of-day.ts';

const pages = ['/', '/guide', '/api'];
const eventsOf = (seed: string, day: string) => [...eventsOfDay({ seed, pages, day })];

const read = (day: string) => eventsOf('prj_one', day).filter(({ status }) => status === 200);

test('a seed and a day have the same views each time, and others have others', () => {
  const once = eventsOf('prj_one', '2026-03-04');
  expect(eventsOf('prj_one', '2026-03-04')).toEqual(once);
  expect(eventsOf('prj_two', '2026-03-04')).not.toEqual(once);
  expect(eventsOf('prj_one', '2026-03-05')).not.toEqual(once);
});

test('every view has an id of its own, a UUID of version 8, and is of the day', () => {
  const events = [...eventsOf('prj_one', '2026-03-04'), ...eventsOf('prj_one', '2026-03-05')];
  const ids = events.map(({ id }) => id);
  expect(new Set(ids).size).toBe(events.length);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const days = events.map(({ timestamp }) => new Date(timestamp ?? 0).toISOString().slice(0, 10));
  expect(new Set(days)).toEqual(new Set(['2026-03-04', '2026-03-05']));
});

test('every page has readers, and a Saturday has fewer views', () => {
  const paths = new Set(read('2026-03-04').map(({ path }) => path?.replace(/\.md$/, '').replace(/^\/index$/, '/')));
  expect(paths).toEqual(new Set(pages));
  expect(read('2026-03-07').length).toBeLessThan(read('2026-03-04').length);
});
