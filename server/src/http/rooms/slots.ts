import { CopydeskError } from '@copydesk/contract';

/** Counts places that are taken, in all and per holder. */
export interface Slots {
  /**
   * Takes a place. Returns a function that gives it back; a second call does nothing.
   * @throws CopydeskError `overloaded` when none is left, or the holder has used up its share.
   */
  take(holder: string): () => void;
}

/** Counts places: `all` exist, and one holder may have `ofOne` of them. */
export function openSlots({ all, ofOne }: { all: number; ofOne: number }): Slots {
  const held = new Map<string, number>();
  let taken = 0;
  return {
    take(holder) {
      const own = held.get(holder) ?? 0;
      if (taken >= all) throw overloaded('Too many requests are in progress. Send this one again shortly.');
      if (own >= ofOne) throw overloaded('Too many of your requests are in progress. Send this one again shortly.');
      taken += 1;
      held.set(holder, own + 1);
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        taken -= 1;
        const left = (held.get(holder) ?? 0) - 1;
        if (left > 0) held.set(holder, left);
        else held.delete(holder);
      };
    },
  };
}

/** Returns a 503 with `Retry-After`. */
export function overloaded(detail: string): CopydeskError {
  return new CopydeskError('overloaded', detail);
}
