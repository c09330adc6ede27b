import { startSlowBodies } from './slow-bodies.ts';

/** The order that the process starts with. */
export interface SlowBodiesOrder {
  url: string;
  count: number;
}

// A separate process, so that its cost does not slow down the measuring clients.
process.once('message', ({ url, count }: SlowBodiesOrder) => {
  const slow = startSlowBodies(url, count);
  process.once('message', () => {
    slow.stop();
    process.send?.(slow.begun());
  });
});
