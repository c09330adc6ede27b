/** Turns of the thread, which networks have one after the other. */
export interface NetworkTurns {
  /** Does a piece of work: at once where nobody waits and this turn has time left, or else when its turn comes. */
  take(network: string, work: () => void): void;
  /**
   * Whether something short may be done at once, though others wait: as long as this turn has not taken its time, or two
   * milliseconds of it where connections are let in.
   */
  mayPass(): boolean;
  /**
   * Ends this turn at once, for what cannot wait and comes once in a turn: a connection that is let in. Where one comes in each
   * turn, something is done all the same, for a millisecond of six.
   */
  hurry(): void;
}

/**
 * Gives each network a piece of work in turn, whoever of them has more to do, until a turn of the event loop has taken so much
 * time; the rest is left for the next. What a piece does before it waits for something counts, with the promises that it keeps.
 */
export function openNetworkTurns(millisecondsATurn: number): NetworkTurns {
  const queues = new Map<string, (() => void)[]>();
  let until: number | undefined;
  let passUntil = 0;
  let workedAt = 0;

  const hasTime = (): boolean => {
    const now = performance.now();
    return now < endOfTurn(now);
  };
  const endOfTurn = (now: number): number => {
    if (until !== undefined) return until;
    setImmediate(endTurn);
    passUntil = now + millisecondsATurn;
    return (until = passUntil);
  };
  const endTurn = (): void => {
    until = undefined;
    let waiting = 0;
    for (const queue of queues.values()) waiting += queue.length;
    // Between two immediates Node keeps the promises of the first, so that the time they take is counted.
    for (let steps = Math.min(waiting, mostSteps); steps > 0; steps -= 1) setImmediate(takeStep);
  };
  const takeStep = (): void => {
    const [first] = queues;
    if (first === undefined || !hasTime()) return;
    const [network, queue] = first;
    const work = queue.shift();
    queues.delete(network);
    if (queue.length > 0) queues.set(network, queue);
    if (work !== undefined) spend(work);
  };
  const spend = (work: () => void): void => {
    work();
    workedAt = performance.now();
  };

  return {
    take(network, work) {
      if (queues.size === 0 && hasTime()) return spend(work);
      const queue = queues.get(network);
      if (queue === undefined) queues.set(network, [work]);
      else queue.push(work);
    },
    mayPass() {
      const now = performance.now();
      endOfTurn(now);
      return now < passUntil;
    },
    hurry() {
      const now = performance.now();
      until = Math.min(endOfTurn(now), now - workedAt > millisecondsATurn ? now + 1 : now);
      passUntil = Math.min(passUntil, now + passMillisecondsInAHurry);
    },
  };
}

const passMillisecondsInAHurry = 2;

/** What cannot be done in one turn in any case. */
const mostSteps = 256;
