import type { IncomingMessage } from 'node:http';
import type { Place } from './room.ts';

/** On the request itself: a WeakMap of what lives for a millisecond costs the garbage collector more than all else of it. */
const place = Symbol('place');

interface Placed extends IncomingMessage {
  [place]?: Place;
}

/** Keeps the place of a request that is under way, for whoever finds out who sends it, and for whoever reads its body. */
export function setPlace(request: Placed, taken: Place): void {
  request[place] = taken;
}

/** Undefined of a request that is answered under any load, and has no place. */
export function placeOf(request: Placed): Place | undefined {
  return request[place];
}
