import { overloaded } from '../rooms/slots.ts';

/** Limits how many bytes of bodies are kept at once. */
export interface BodyBudget {
  /** Starts to count the bytes of a sender's body. */
  open(sender: string): HeldBody;
}

/** The bytes of one body. */
export interface HeldBody {
  /** @throws CopydeskError `overloaded` when not enough bytes are left, or the sender has used up its share. */
  hold: (bytes: number) => void;
  giveBack: () => void;
}

/**
 * Limits bytes rather than requests: thousands of browsers may send a view each at the same time, and hundreds of
 * servers a large batch; what runs out is the memory for their bodies. Bytes count when they have arrived. Counting the
 * announced length would cost a sender nothing: seven webhooks of 10 MB that never come would fill 64 MB.
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

/** Returns the error text for senders whose bodies find no memory. */
export function tooManyOf(what: string): string {
  return `Too many ${what} arrive at once. Send these again shortly.`;
}
