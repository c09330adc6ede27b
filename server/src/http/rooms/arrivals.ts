import type { CopydeskError } from '@copydesk/contract';
import { openRoster } from './roster.ts';
import type { Roster } from './roster.ts';
import { overloaded } from './seats.ts';

/** Requests whose bodies are on their way. */
export interface Arrivals {
  /**
   * Waits for a body, until the function is called that it answers.
   *
   * @param giveWay is called when a later one needs the place.
   */
  enter(holder: string, giveWay: (error: CopydeskError) => void): () => void;
}

/**
 * Counts bodies on their way. When the places are taken, whoever has waited longest gives way: of 500 who send nothing
 * each is pushed out by the next, while the body of a form is there within a round trip. A holder that has its share
 * pushes out its own.
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
  return overloaded('The body came slowly while many others waited, and gave way to them. Send it again in one go.');
}
