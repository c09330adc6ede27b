import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRoom } from '../../src/http/rooms/room.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Advances the time until all requests without a key were answered. */
const answerAll = (): void => void vi.advanceTimersByTime(1_500);

const roomy = { places: 10, placesOfOne: 10, arriving: 10, arrivingOfOne: 10 };

test('who waits for a body holds no place, and takes one when it is there', () => {
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

test('who has waited longest gives way', () => {
  const room = openRoom({ ...roomy, arriving: 2 });
  const gone: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) room.enter(name).awaitBody(() => gone.push(name));
  answerAll();
  expect(gone.toSorted()).toEqual(['a', 'b']);
});

test('who has a share of those that wait pushes out its own', () => {
  const room = openRoom({ ...roomy, arrivingOfOne: 1 });
  const gone: string[] = [];
  room.enter('a').awaitBody(() => gone.push('first of a'));
  room.enter('b').awaitBody(() => gone.push('first of b'));
  room.enter('b').awaitBody(() => gone.push('second of b'));
  answerAll();
  expect(gone).toEqual(['first of b']);
});

test('who has shown no key cannot push those out who have', () => {
  const room = openRoom({ ...roomy, arriving: 1 });
  const gone: string[] = [];
  const known = room.enter('a');
  known.belongTo('key_1');
  known.awaitBody(() => gone.push('known'));
  for (const name of ['a', 'b', 'c']) room.enter(name).awaitBody(() => gone.push(name));
  answerAll();
  expect(gone.toSorted()).toEqual(['a', 'b']);
});

test('who has shown a key is asked at once to give way, and others when they cannot come again so soon', () => {
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

test('the requests of a key count together, wherever they come from', () => {
  const room = openRoom({ ...roomy, placesOfOne: 2 });
  const places = ['a', 'b', 'c'].map((network) => room.enter(network));
  places[0]?.belongTo('key_1');
  places[1]?.belongTo('key_1');
  expect(() => places[2]?.belongTo('key_1')).toThrow(/your requests/);
  places[0]?.leave();
  places[2]?.belongTo('key_1');
});

test('who has left takes no place any more', () => {
  const room = openRoom({ ...roomy, places: 1 });
  const place = room.enter('a');
  place.awaitBody(() => {});
  place.leave();
  place.bodyArrived();
  const next = room.enter('b');
  next.belongTo('key_1');
  expect(() => room.enter('c')).toThrow(/in progress/);
});
