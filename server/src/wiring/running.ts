import type { Running } from '../operator/operator.ts';

/** Something that runs until `stop`, which does its work once. */
export function running(stop: () => Promise<void>): Running {
  const ended = Promise.withResolvers<void>();
  let stopping: Promise<void> | undefined;
  return {
    ended: ended.promise,
    stop() {
      stopping ??= stop().then(ended.resolve, (error: unknown) => {
        ended.reject(error);
        throw error;
      });
      return stopping;
    },
  };
}
