import { CopydeskError } from '@copydesk/contract';

/** Places that are taken, all of them and those of each holder. */
export interface Seats {
  /**
   * Takes a place. Answers the function that gives it back; again it does nothing.
   * @throws CopydeskError `overloaded` when none is left, or the holder has its share of them.
   */
  take(holder: string): () => void;
}

/** Counts places: so many there are, and so many of them one holder may have. */
export function countSeats({ all, ofOne }: { all: number; ofOne: number }): Seats {
  const held = new Map<string, number>();
  let taken = 0;
  return {
    take(holder) {
      const own = held.get(holder) ?? 0;
      if (taken >= all) throw overloaded('Too many requests are being worked on. Send this one again shortly.');
      if (own >= ofOne)
        throw overloaded('Too many requests of yours are being worked on. Send this one again shortly.');
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

/** 503 with `Retry-After`. */
export function overloaded(detail: string): CopydeskError {
  return new CopydeskError('overloaded', detail);
}
