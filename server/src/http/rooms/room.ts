import type { CopydeskError } from '@copydesk/contract';
import { openArrivals } from './arrivals.ts';
import { refuseLater } from './refuse-later.ts';
import { openSlots } from './slots.ts';

/** How many requests there may be at once. */
export interface RoomLimits {
  /** Requests in progress. */
  places: number;
  /** The same for one network, and for one key or person. */
  placesOfOne: number;
  /** Requests whose bodies are still arriving: those without a key, and as many again with one. */
  arriving: number;
  /** The same for one network, or for one key or person. */
  arrivingOfOne: number;
}

/** Limits requests of one kind: a flood in one room does not affect the others. */
export interface Room {
  /** @throws CopydeskError `overloaded` when the room is full, or the network has used up its share. */
  enter(network: string): Place;
}

/** The place of one request in its room. */
export interface Place {
  /** Whose share the place counts on: that of the network, until the caller is known. */
  readonly holder: string;
  /**
   * Assigns the place to its caller, once known: a caller's requests are counted together, whatever address they come
   * from.
   * @throws CopydeskError `overloaded` when the caller has used up its share.
   */
  belongTo(callerId: string): void;
  /**
   * Gives the place up until the body has arrived, because there is nothing to work on before. `giveWay` is called when
   * the request is evicted in favour of others.
   */
  awaitBody(giveWay: (error: CopydeskError) => void): void;
  /** Takes a place again, because the body has arrived. @throws CopydeskError `overloaded` */
  bodyArrived(): void;
  /** Gives the place back for good. */
  leave(): void;
}

/** Opens an empty room. */
export function openRoom(limits: RoomLimits): Room {
  const slots = openSlots({ all: limits.places, ofOne: limits.placesOfOne });
  const ofCallers = openSlots({ all: Number.POSITIVE_INFINITY, ofOne: limits.placesOfOne });
  const arriving = { all: limits.arriving, ofOne: limits.arrivingOfOne };
  // Requests without a key must not be able to keep out those with one.
  const arrivingWithoutKey = openArrivals(arriving);
  const arrivingWithKey = openArrivals(arriving);

  return {
    enter(network) {
      let callerId: string | undefined;
      let hasLeft = false;
      let held = [slots.take(network)];
      const giveBack = (): void => {
        for (const one of held) one();
        held = [];
      };
      return {
        get holder() {
          return callerId ?? network;
        },
        belongTo(id) {
          if (hasLeft || callerId !== undefined) return;
          held.push(ofCallers.take(id));
          callerId = id;
        },
        awaitBody(giveWay) {
          giveBack();
          // Its place is free at once.
          const giveWayLater = (error: CopydeskError): void => refuseLater(() => giveWay(error));
          held = [
            callerId === undefined
              ? arrivingWithoutKey.enter(network, giveWayLater)
              : arrivingWithKey.enter(callerId, giveWay),
          ];
        },
        bodyArrived() {
          giveBack();
          if (hasLeft) return;
          held.push(slots.take(network));
          if (callerId !== undefined) held.push(ofCallers.take(callerId));
        },
        leave() {
          hasLeft = true;
          giveBack();
        },
      };
    },
  };
}
