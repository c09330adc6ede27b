import type { Running } from '../../operator/operator.ts';

/** Something that runs until `stop`, which does its work once, or until its work is done. */
export function running(stop: () => Promise<void>, done?: Promise<void>): Running {
  const ended = Promise.withResolvers<void>();
  let stopping: Promise<void> | undefined;
  const end = (): Promise<void> => {
    stopping ??= stop().then(ended.resolve, (error: unknown) => {
      ended.reject(error);
      throw error;
    });
    return stopping;
  };
  // `ended` reports what it throws.
  void done?.then(end).catch(() => undefined);
  return { ended: ended.promise, stop: end };
}
