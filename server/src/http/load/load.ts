import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { placeOf, setPlace } from '../rooms/places.ts';
import { openRoom } from '../rooms/room.ts';
import type { Place, RoomLimits } from '../rooms/room.ts';
import { overloaded } from '../rooms/slots.ts';
import type { HttpLimits } from '../services.ts';
import { networkOf } from '../session/address.ts';

/** What a request is for: incoming views, the API and git, webhooks of code hosts, or pages and everything else. */
export type RoomName = 'collection' | 'api' | 'webhooks' | 'pages';

/** Counts the requests in progress and decides when there are too many. */
export interface Load {
  /**
   * Counts a request as started and gives it a place in its room. The caller gives the place back.
   * @throws CopydeskError `overloaded` when there are too many in its room, or too many from its address.
   */
  admit(as: { room: RoomName; address: string }): Place;
  /** Does the same for a request of Node's, and keeps its place until `leave`. @throws CopydeskError `overloaded` */
  enter(request: IncomingMessage, as: { room: RoomName; address: string }): void;
  /** Counts the request as finished. A second call does nothing. */
  leave(request: IncomingMessage): void;
  /** Stops measuring. */
  stop(): void;
}

/** How often the event loop delay is sampled. */
const sampleMilliseconds = 1_000;

/**
 * Sheds load before any work is done for it. Two signs count: requests in progress, which accumulate when the database
 * is slow, and the event loop delay, which grows when this process is slow. One late sample does not count: a machine
 * that was suspended for a moment can serve again when it resumes, and has no load to shed.
 */
export function measureLoad(limits: HttpLimits): Load {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  const rooms = {
    collection: openRoom(roomLimits(limits, limits.collectRequests)),
    api: openRoom(roomLimits(limits, limits.apiRequests)),
    webhooks: openRoom(roomLimits(limits, limits.webhookRequests)),
    pages: openRoom(roomLimits(limits, limits.pageRequests)),
  };
  let lateSamples = 0;
  delay.enable();
  const timer = setInterval(() => {
    lateSamples = delay.mean / 1e6 > limits.eventLoopDelayMilliseconds ? lateSamples + 1 : 0;
    delay.reset();
  }, sampleMilliseconds);
  timer.unref();
  const admit = ({ room, address }: { room: RoomName; address: string }): Place => {
    if (lateSamples >= 2) throw overloaded('Too many requests are in progress. Send this one again shortly.');
    return rooms[room].enter(networkOf(address));
  };
  return {
    admit,
    enter: (request, as) => setPlace(request, admit(as)),
    leave: (request) => placeOf(request)?.leave(),
    stop() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

/** Bodies that are still arriving may take up half as many places as requests in progress. */
function roomLimits({ shareOfOne }: Pick<HttpLimits, 'shareOfOne'>, places: number): RoomLimits {
  const arriving = Math.ceil(places / 2);
  const share = (count: number): number => Math.max(1, Math.ceil(count * shareOfOne));
  return { places, placesOfOne: share(places), arriving, arrivingOfOne: share(arriving) };
}
