/** Shares the thread among networks in turns. */
export interface NetworkTurns {
  /** Runs a piece of work: at once when no other work waits and this turn has time left, otherwise when its turn comes. */
  take(network: string, work: () => void): void;
  /**
   * Whether something short may run at once although others wait: until this turn's time is used up, or two
   * milliseconds of it while connections are being accepted.
   */
  mayPass(): boolean;
  /**
   * Ends this turn at once, for urgent work that comes once in a turn: accepting a connection. When one comes in each
   * turn, other work still gets one millisecond of six.
   */
  hurry(): void;
}

/**
 * Runs one piece of work for each network in rotation, however much each has to do, until one iteration of the event
 * loop has used up its time; the rest waits for the next iteration. The time of a piece counts until it first waits for
 * something, including the promise callbacks that it triggers.
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
    // Between two immediates Node runs the promise callbacks of the first, so their time is counted.
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

/** More steps than fit into one turn in any case. */
const mostSteps = 256;
