import { overloaded } from '../rooms/seats.ts';

/** How many bytes of bodies are held at once. */
export interface BodyBudget {
  /** Begins to hold what a sender sends. */
  open(sender: string): HeldBody;
}

interface HeldBody {
  /** @throws CopydeskError `overloaded` when there are not as many bytes left, or the sender has its share of them. */
  hold: (bytes: number) => void;
  giveBack: () => void;
}

/**
 * Thousands of browsers may send a view each at the same time, and hundreds of servers a large batch: it is not the
 * number of requests that there is no room for, but what they hold. Bytes count when they are there. As many as a body
 * says that it will have would cost a sender nothing: seven webhooks of 10 MB that never come would fill 64 MB.
 */
export function openBodyBudget(limits: { all: number; ofOne: number }, refusal = tooManyOf('views')): BodyBudget {
  const held = new Map<string, number>();
  let total = 0;
  return {
    open(sender) {
      let own = 0;
      return {
        hold(bytes) {
          const ofSender = (held.get(sender) ?? 0) + bytes;
          if (total + bytes > limits.all || ofSender > limits.ofOne) {
            throw overloaded(refusal);
          }
          own += bytes;
          total += bytes;
          held.set(sender, ofSender);
        },
        giveBack() {
          total -= own;
          const left = (held.get(sender) ?? 0) - own;
          own = 0;
          if (left > 0) held.set(sender, left);
          else held.delete(sender);
        },
      };
    },
  };
}

/** What a sender of bodies is told for whom there is no room. */
export function tooManyOf(what: string): string {
  return `Too many ${what} arrive at once. Send these again shortly.`;
}
