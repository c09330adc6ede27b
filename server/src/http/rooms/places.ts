import type { IncomingMessage } from 'node:http';
import type { Place } from './room.ts';

/** The place of each request that is under way, for whoever finds out who sends it, and for whoever reads its body. */
const places = new WeakMap<IncomingMessage, Place>();

export function setPlace(request: IncomingMessage, place: Place): void {
  places.set(request, place);
}

/** Undefined of a request that is answered under any load, and has no place. */
export function placeOf(request: IncomingMessage): Place | undefined {
  return places.get(request);
}
