import type { CopydeskError } from '@copydesk/contract';
import { openArrivals } from './arrivals.ts';
import { refuseLater } from './refuse-later.ts';
import { countSeats } from './seats.ts';

/** How many there may be at once. */
export interface RoomLimits {
  /** Requests that are worked on. */
  places: number;
  /** The same of one network, and of one key or person. */
  placesOfOne: number;
  /** Requests whose bodies are on their way: of those who have shown no key, and as many again of those who have. */
  arriving: number;
  /** The same of one network, or of one key or person. */
  arrivingOfOne: number;
}

/** Where requests of a kind are worked on: a flood in one room leaves the others as they are. */
export interface Room {
  /** @throws CopydeskError `overloaded` when the room is full, or the network has its share of it. */
  enter(network: string): Place;
}

/** The place of one request in its room. */
export interface Place {
  /** Whose share it is of: that of the network, until it is known who sends it. */
  readonly holder: string;
  /**
   * It is known now who sends it: their requests are counted together, wherever they come from.
   * @throws CopydeskError `overloaded` when they have their share.
   */
  belongTo(callerId: string): void;
  /**
   * There is nothing to work on until the body is there, so that the request waits beside the room. The function is
   * called when it has to give way to others.
   */
  awaitBody(giveWay: (error: CopydeskError) => void): void;
  /** The body is there, and the request is worked on again. @throws CopydeskError `overloaded` */
  bodyArrived(): void;
  /** For good. */
  leave(): void;
}

/** A room with nobody in it. */
export function openRoom(limits: RoomLimits): Room {
  const seats = countSeats({ all: limits.places, ofOne: limits.placesOfOne });
  const ofCallers = countSeats({ all: Number.POSITIVE_INFINITY, ofOne: limits.placesOfOne });
  const arriving = { all: limits.arriving, ofOne: limits.arrivingOfOne };
  // Who has shown no key must not be able to keep those out who have.
  const strangers = openArrivals(arriving);
  const known = openArrivals(arriving);

  return {
    enter(network) {
      let callerId: string | undefined;
      let hasLeft = false;
      let held = [seats.take(network)];
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
          held = [callerId === undefined ? strangers.enter(network, giveWayLater) : known.enter(callerId, giveWay)];
        },
        bodyArrived() {
          giveBack();
          if (hasLeft) return;
          held.push(seats.take(network));
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
