/** How long an answer is waited for, and what is done where it does not come. */
export interface Wait {
  milliseconds: number;
  /** Whether to wait as long again. */
  goesOn: () => Promise<boolean>;
  /** Asks for an end; the answer may still come. */
  giveUp: () => void;
  /** Brings the end about, two seconds later. */
  breakOff: () => void;
  /** The error in place of the one by which giving up has ended the answer. */
  late: (error: unknown) => unknown;
}

/** How long whoever was asked to end has to do so. */
const graceMilliseconds = 2_000;

/** An answer within its time. It is settled only when it has ended: nothing goes on behind whoever waited. */
export async function inTime<T>(answer: Promise<T>, wait: Wait): Promise<T> {
  let stage: 'waiting' | 'given up' | 'over' = 'waiting';
  const look = async (): Promise<void> => {
    const goesOn = await wait.goesOn();
    if (stage !== 'waiting') return;
    if (goesOn) return next(wait.milliseconds, () => void look());
    stage = 'given up';
    wait.giveUp();
    next(graceMilliseconds, wait.breakOff);
  };
  const next = (milliseconds: number, then: () => void): void => {
    timer = setTimeout(then, milliseconds);
  };
  let timer = setTimeout(() => void look(), wait.milliseconds);
  try {
    return await answer;
  } catch (error) {
    throw isGivenUp(stage) ? wait.late(error) : error;
  } finally {
    stage = 'over';
    clearTimeout(timer);
  }
}

/** It changes while the answer is waited for, which the compiler does not see. */
function isGivenUp(stage: string): boolean {
  return stage === 'given up';
}
