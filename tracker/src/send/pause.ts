/** A wait that can be cut short, and that keeps no process alive. */
export interface Pause {
  over: Promise<void>;
  end(): void;
}

export function pause(milliseconds: number): Pause {
  let resolve: (() => void) | undefined;
  const over = new Promise<void>((resolved) => (resolve = resolved));
  const timer = setTimeout(() => resolve?.(), milliseconds);
  unref(timer);
  return {
    over,
    end() {
      clearTimeout(timer);
      resolve?.();
    },
  };
}

/** Node and Bun have it on the timer, Deno beside it; at an edge no process is kept. */
function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref();
  } else if ('Deno' in globalThis) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Deno's own types are not at hand
    (globalThis as unknown as { Deno: { unrefTimer(id: unknown): void } }).Deno.unrefTimer(timer);
  }
}
