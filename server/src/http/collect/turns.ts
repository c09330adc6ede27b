/** Pieces of work that are done in their turn. */
export interface Turns {
  /** Does a piece of work when its turn comes. What it does before it first awaits something is what takes time. */
  take: <T>(work: () => Promise<T>) => Promise<T>;
  /** For how long the one whose turn is next has waited for it. */
  waitedMilliseconds: () => number;
}

/**
 * Lets others in between. A batch of 1,000 views is ten milliseconds of parsing and classifying: 256 of them that are there at
 * once would keep everybody else waiting for two seconds. So much time is taken in one turn of the event loop, and what is left
 * waits for the next, in the order in which it came.
 */
export function takeTurns(millisecondsATurn: number): Turns {
  const waiting: { begin: () => void; since: number }[] = [];
  let spent = 0;
  let isTurnEnding = false;

  const run = (work: () => void): void => {
    const start = performance.now();
    work();
    spent += performance.now() - start;
    if (isTurnEnding) return;
    isTurnEnding = true;
    setImmediate(nextTurn);
  };
  const nextTurn = (): void => {
    isTurnEnding = false;
    spent = 0;
    // One at least, however long it takes.
    let next = waiting.shift();
    while (next !== undefined) {
      run(next.begin);
      next = spent < millisecondsATurn ? waiting.shift() : undefined;
    }
  };

  return {
    take: async (work) =>
      await new Promise((resolve, reject) => {
        const begin = (): void => void work().then(resolve, reject);
        const hasTime = !isTurnEnding || spent < millisecondsATurn;
        if (waiting.length === 0 && hasTime) run(begin);
        else waiting.push({ begin, since: performance.now() });
      }),
    waitedMilliseconds: () => (waiting[0] === undefined ? 0 : performance.now() - waiting[0].since),
  };
}
