/** How long to wait for an answer, and what to do when it does not come. */
export interface Wait {
  milliseconds: number;
  /** Whether to wait once more for the same time. */
  goesOn: () => Promise<boolean>;
  /** Requests an end; the answer may still come. */
  giveUp: () => void;
  /** Forces the end, two seconds later. */
  breakOff: () => void;
  /** Returns the error to throw in place of the one that giving up has caused. */
  late: (error: unknown) => unknown;
}

/** How long the other side has to end after the request. */
const graceMilliseconds = 2_000;

/**
 * Waits for an answer for a limited time. Settles only when the answer has ended: nothing continues in the background.
 */
export async function awaitInTime<T>(answer: Promise<T>, wait: Wait): Promise<T> {
  let stage: 'waiting' | 'given up' | 'over' = 'waiting';
  const onTimeout = async (): Promise<void> => {
    const goesOn = await wait.goesOn();
    if (stage !== 'waiting') return;
    if (goesOn) return next(wait.milliseconds, () => void onTimeout());
    stage = 'given up';
    wait.giveUp();
    next(graceMilliseconds, wait.breakOff);
  };
  const next = (milliseconds: number, then: () => void): void => {
    timer = setTimeout(then, milliseconds);
  };
  let timer = setTimeout(() => void onTimeout(), wait.milliseconds);
  try {
    return await answer;
  } catch (error) {
    throw isGivenUp(stage) ? wait.late(error) : error;
  } finally {
    stage = 'over';
    clearTimeout(timer);
  }
}

/** A function, because the compiler does not see that `stage` changes during the await. */
function isGivenUp(stage: string): boolean {
  return stage === 'given up';
}
