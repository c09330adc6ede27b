import type { CopydeskError } from '@copydesk/contract';
import { openRoster } from './roster.ts';
import type { Roster } from './roster.ts';
import { overloaded } from './slots.ts';

/** Counts requests whose bodies are still arriving. */
export interface Arrivals {
  /**
   * Counts a body as arriving until the returned function is called.
   *
   * @param giveWay is called when a later body needs the place.
   */
  enter(holder: string, giveWay: (error: CopydeskError) => void): () => void;
}

/**
 * Counts arriving bodies. When all places are taken, the one that has waited longest is evicted: each of 500 clients
 * that send nothing is evicted by the next one, while the body of a form arrives within a round trip. A holder that has
 * used up its share evicts its own.
 */
export function openArrivals({ all, ofOne }: { all: number; ofOne: number }): Arrivals {
  const everybody = openRoster<Arrival>();
  const held = new Map<string, Roster<Arrival>>();
  const makeRoom = (among: Iterable<Arrival>): void => {
    const [oldest] = among;
    if (oldest === undefined) return;
    oldest.leave();
    oldest.giveWay(tooSlow());
  };
  return {
    enter(holder, giveWay) {
      const before = held.get(holder);
      if (before !== undefined && before.size >= ofOne) makeRoom(before);
      if (everybody.size >= all) makeRoom(everybody);
      const own = held.get(holder) ?? openRoster();
      held.set(holder, own);
      const leave = (): void => {
        leaveAll();
        leaveOwn();
        if (own.size === 0 && held.get(holder) === own) held.delete(holder);
      };
      const arrival = { giveWay, leave };
      const leaveAll = everybody.add(arrival);
      const leaveOwn = own.add(arrival);
      return leave;
    },
  };
}

interface Arrival {
  giveWay: (error: CopydeskError) => void;
  leave: () => void;
}

function tooSlow(): CopydeskError {
  return overloaded(
    'The body came slowly while many others waited, so the server dropped it. Send it again without pauses.',
  );
}
