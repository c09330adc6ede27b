/** Runs pieces of work in turns. */
export interface Turns {
  /** Runs a piece of work that is in progress when its turn comes, before anything new is started. */
  take: <T>(work: () => Promise<T>) => Promise<T>;
  /** Starts new work when its turn comes, in order of arrival, and not before more is wanted. */
  begin: (work: () => void) => void;
  /** How long the next new work has waited to be started. */
  waitedMilliseconds: () => number;
}

/**
 * Lets other work run in between. Hundreds of batches can arrive at once, and reading, parsing and classifying one
 * takes a millisecond: all of them in one iteration of the event loop would block everybody else for that long. Per
 * iteration, the work and the promises that it resolves get a limited time; the rest waits for the next iteration.
 *
 * @param wantsMore whether new work is of use now. Work that is not started needs little memory: it is a request that
 *   is not read.
 */
export function takeTurns(millisecondsATurn: number, wantsMore: () => boolean = () => true): Turns {
  const inProgress: (() => void)[] = [];
  const waiting: { work: () => void; since: number }[] = [];
  let steps = 0;
  let until: number | undefined;
  let rechecking: NodeJS.Timeout | undefined;

  const plan = (): void => {
    const due = inProgress.length + (wantsMore() ? waiting.length : 0);
    // Between two immediates Node runs the promise callbacks of the first, so their time is counted.
    for (; steps < Math.min(due, mostSteps); steps += 1) setImmediate(takeStep);
    if (due === 0 && waiting.length > 0) rechecking ??= setTimeout(recheck, recheckMilliseconds);
  };
  const recheck = (): void => {
    rechecking = undefined;
    plan();
  };
  const takeStep = (): void => {
    steps -= 1;
    const now = performance.now();
    if (until === undefined) {
      // This starts the next turn: whatever is scheduled from now on runs after it.
      setImmediate(endTurn);
      until = now + millisecondsATurn;
    } else if (now >= until) return;
    const next = inProgress.shift() ?? (wantsMore() ? waiting.shift()?.work : undefined);
    next?.();
  };
  const endTurn = (): void => {
    until = undefined;
    plan();
  };

  return {
    take: async (work) =>
      await new Promise((resolve, reject) => {
        inProgress.push(() => void work().then(resolve, reject));
        plan();
      }),
    begin(work) {
      waiting.push({ work, since: performance.now() });
      plan();
    },
    waitedMilliseconds: () => (waiting[0] === undefined ? 0 : performance.now() - waiting[0].since),
  };
}

/** More steps than fit into one turn in any case. */
const mostSteps = 256;

/** How often `wantsMore` is checked. */
const recheckMilliseconds = 5;
