import type { IncomingMessage } from 'node:http';
import type { Place } from './room.ts';

/**
 * Stored on the request itself: a WeakMap of objects that live for a millisecond costs the garbage collector more than
 * everything else about them.
 */
const place = Symbol('place');

interface Placed extends IncomingMessage {
  [place]?: Place;
}

/**
 * Stores the place of a request in progress, for the code that authenticates its sender and the code that reads its
 * body.
 */
export function setPlace(request: Placed, taken: Place): void {
  request[place] = taken;
}

/** Returns undefined for a request that is answered under any load and so has no place. */
export function placeOf(request: Placed): Place | undefined {
  return request[place];
}
