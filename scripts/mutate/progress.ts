/** Where progress is shown: standard error. */
interface Stream {
  write: (text: string) => unknown;
  isTTY?: boolean;
}

/** Tells what a run does, and how long it will take. */
export interface Progress {
  step: (text: string) => void;
  /** Starts to count something, and returns what is called with the number of those done. */
  count: (what: string) => (done: number, all: number) => void;
}

/** A log gets a line now and then, and a terminal one that changes. */
const lineMilliseconds = 30_000;

export function openProgress(stream: Stream, now: () => number = () => performance.now()): Progress {
  return {
    step: (text) => void stream.write(`${text}\n`),
    count(what) {
      let first: { at: number; done: number } | undefined;
      let toldAt = -Infinity;
      return (done, all) => {
        first ??= { at: now(), done };
        if (stream.isTTY !== true && done < all && now() - toldAt < lineMilliseconds) return;
        toldAt = now();
        const text = `${done} of ${all} ${what}${estimate(first, done, all, now())}`;
        stream.write(stream.isTTY === true ? `\r\u001B[K${text}${done < all ? '' : '\n'}` : `${text}\n`);
      };
    },
  };
}

function estimate(first: { at: number; done: number }, done: number, all: number, now: number): string {
  if (done === first.done || done === all) return '';
  const minutes = (((now - first.at) / (done - first.done)) * (all - done)) / 60_000;
  return minutes < 1 ? ', less than a minute left' : `, about ${Math.round(minutes)} minutes left`;
}
