import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { placeOf, setPlace } from './rooms/places.ts';
import { openRoom } from './rooms/room.ts';
import type { Place, RoomLimits } from './rooms/room.ts';
import { overloaded } from './rooms/seats.ts';
import type { HttpLimits } from './services.ts';
import { networkOf } from './session/address.ts';

/** What a request is for: views that arrive, the API and git, webhooks of code hosts, and the pages with all else. */
export type RoomName = 'collection' | 'api' | 'webhooks' | 'pages';

/** How much is being worked on, and whether it is too much. */
export interface Load {
  /**
   * Counts a request in, and gives it a place in its room, which it leaves by itself.
   * @throws CopydeskError `overloaded` instead when there are too many in its room, or too many of its address.
   */
  admit(as: { room: RoomName; address: string }): Place;
  /** The same of a request of Node's, which keeps its place. @throws CopydeskError `overloaded` */
  enter(request: IncomingMessage, as: { room: RoomName; address: string }): void;
  /** Counts it out; again does nothing. */
  leave(request: IncomingMessage): void;
  /** Ends the measuring. */
  stop(): void;
}

/** How often the delay of the event loop is looked at. */
const sampleMilliseconds = 1_000;

/**
 * Sheds load before any work is done for it. Two signs count: requests in flight, which pile up when the database
 * is slow, and the delay of the event loop, which grows when this process is. One late sample is no sign: a machine that stood
 * still for a moment serves again when it goes on, and has nothing to shed.
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
    if (lateSamples >= 2) throw overloaded('Too many requests are being worked on. Send this one again shortly.');
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

/** Half as many bodies may be on their way as requests be worked on. */
function roomLimits({ shareOfOne }: Pick<HttpLimits, 'shareOfOne'>, places: number): RoomLimits {
  const arriving = Math.ceil(places / 2);
  const share = (count: number): number => Math.max(1, Math.ceil(count * shareOfOne));
  return { places, placesOfOne: share(places), arriving, arrivingOfOne: share(arriving) };
}
