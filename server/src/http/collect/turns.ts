/** Pieces of work that are done in their turn. */
export interface Turns {
  /** Does a piece of what is under way when its turn comes, before anything new is begun. */
  take: <T>(work: () => Promise<T>) => Promise<T>;
  /** Begins something new when its turn comes, in the order in which it came, and not before more is wanted. */
  begin: (work: () => void) => void;
  /** For how long the one that is the next to begin has waited for it. */
  waitedMilliseconds: () => number;
}

/**
 * Lets others in between. Hundreds of batches are there at once, and to read, parse and classify one takes a millisecond: all of
 * them in one turn of the event loop would keep everybody else waiting for so long. Work takes so much time of a turn, together
 * with the promises that it keeps, and what is left waits for the next.
 *
 * @param wantsMore Whether what is begun is of use now. What is not begun holds little: a request that is not read.
 */
export function takeTurns(millisecondsATurn: number, wantsMore: () => boolean = () => true): Turns {
  const underWay: (() => void)[] = [];
  const coming: { work: () => void; since: number }[] = [];
  let steps = 0;
  let until: number | undefined;
  let looking: NodeJS.Timeout | undefined;

  const plan = (): void => {
    const due = underWay.length + (wantsMore() ? coming.length : 0);
    // Between two immediates Node keeps the promises of the first, so that the time they take is counted.
    for (; steps < Math.min(due, mostSteps); steps += 1) setImmediate(takeStep);
    if (due === 0 && coming.length > 0) looking ??= setTimeout(lookAgain, lookMilliseconds);
  };
  const lookAgain = (): void => {
    looking = undefined;
    plan();
  };
  const takeStep = (): void => {
    steps -= 1;
    const now = performance.now();
    if (until === undefined) {
      // The next turn begins with this: whatever is planned from now on comes after it.
      setImmediate(endTurn);
      until = now + millisecondsATurn;
    } else if (now >= until) return;
    const next = underWay.shift() ?? (wantsMore() ? coming.shift()?.work : undefined);
    next?.();
  };
  const endTurn = (): void => {
    until = undefined;
    plan();
  };

  return {
    take: async (work) =>
      await new Promise((resolve, reject) => {
        underWay.push(() => void work().then(resolve, reject));
        plan();
      }),
    begin(work) {
      coming.push({ work, since: performance.now() });
      plan();
    },
    waitedMilliseconds: () => (coming[0] === undefined ? 0 : performance.now() - coming[0].since),
  };
}

/** What cannot be done in one turn in any case. */
const mostSteps = 256;

/** How often it is looked whether more is wanted. */
const lookMilliseconds = 5;
