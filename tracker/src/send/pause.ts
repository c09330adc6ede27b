/** A wait that can be cut short. */
export interface Pause {
  over: Promise<void>;
  end(): void;
}

/** Waits without keeping the process alive. */
export function idlePause(milliseconds: number): Pause {
  return waitFor(milliseconds, letProcessEnd);
}

/** Waits, and keeps the process or the edge alive. */
export function pause(milliseconds: number): Pause {
  return waitFor(milliseconds, () => {});
}

function waitFor(milliseconds: number, prepare: (timer: unknown) => void): Pause {
  let resolve: (() => void) | undefined;
  const over = new Promise<void>((resolved) => (resolve = resolved));
  const timer = setTimeout(() => resolve?.(), milliseconds);
  prepare(timer);
  return {
    over,
    end() {
      clearTimeout(timer);
      resolve?.();
    },
  };
}

/** Node and Bun have it on the timer, Deno as a separate function. On an edge there is no process to keep alive. */
function letProcessEnd(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref();
  } else if ('Deno' in globalThis) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Deno's own types are not at hand
    (globalThis as unknown as { Deno: { unrefTimer(id: unknown): void } }).Deno.unrefTimer(timer);
  }
}
