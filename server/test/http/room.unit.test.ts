import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRoom } from '../../src/http/rooms/room.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Advances the time until all requests without a key were answered. */
const answerAll = (): void => void vi.advanceTimersByTime(1_500);

const roomy = { places: 10, placesOfOne: 10, arriving: 10, arrivingOfOne: 10 };

test('a request that waits for its body holds no place, and takes one when the body has arrived', () => {
  const room = openRoom({ ...roomy, places: 1 });
  const slow = room.enter('a');
  slow.awaitBody(() => {});
  const quick = room.enter('b');
  expect(() => slow.bodyArrived()).toThrow(/in progress/);
  quick.leave();
  const again = room.enter('a');
  again.awaitBody(() => {});
  again.bodyArrived();
  expect(() => room.enter('b')).toThrow(/in progress/);
  again.leave();
  room.enter('b');
});

test('the requests that have waited longest are removed first', () => {
  const room = openRoom({ ...roomy, arriving: 2 });
  const gone: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) room.enter(name).awaitBody(() => gone.push(name));
  answerAll();
  expect(gone.toSorted()).toEqual(['a', 'b']);
});

test('a caller that exceeds its share of waiting requests displaces its own', () => {
  const room = openRoom({ ...roomy, arrivingOfOne: 1 });
  const gone: string[] = [];
  room.enter('a').awaitBody(() => gone.push('first of a'));
  room.enter('b').awaitBody(() => gone.push('first of b'));
  room.enter('b').awaitBody(() => gone.push('second of b'));
  answerAll();
  expect(gone).toEqual(['first of b']);
});

test('a request without a key cannot displace one with a key', () => {
  const room = openRoom({ ...roomy, arriving: 1 });
  const gone: string[] = [];
  const known = room.enter('a');
  known.belongTo('key_1');
  known.awaitBody(() => gone.push('known'));
  for (const name of ['a', 'b', 'c']) room.enter(name).awaitBody(() => gone.push(name));
  answerAll();
  expect(gone.toSorted()).toEqual(['a', 'b']);
});

test('a displaced request with a key is answered at once, and one without a key after a delay', () => {
  const room = openRoom({ ...roomy, arrivingOfOne: 1 });
  const gone: string[] = [];
  for (const name of ['first', 'second']) {
    const known = room.enter('a');
    known.belongTo('key_1');
    known.awaitBody(() => gone.push(`${name} with a key`));
    room.enter('b').awaitBody(() => gone.push(`${name} without`));
  }
  expect(gone).toEqual(['first with a key']);
  vi.advanceTimersByTime(499);
  expect(gone).toHaveLength(1);
  answerAll();
  expect(gone).toEqual(['first with a key', 'first without']);
});

test('the requests of a key count together, from any network', () => {
  const room = openRoom({ ...roomy, placesOfOne: 2 });
  const places = ['a', 'b', 'c'].map((network) => room.enter(network));
  places[0]?.belongTo('key_1');
  places[1]?.belongTo('key_1');
  expect(() => places[2]?.belongTo('key_1')).toThrow(/your requests/);
  places[0]?.leave();
  places[2]?.belongTo('key_1');
});

test('a request that has left takes no place', () => {
  const room = openRoom({ ...roomy, places: 1 });
  const place = room.enter('a');
  place.awaitBody(() => {});
  place.leave();
  place.bodyArrived();
  const next = room.enter('b');
  next.belongTo('key_1');
  expect(() => room.enter('c')).toThrow(/in progress/);
});
