import { startSlowBodies } from './load/slow-bodies.ts';

/** What the process is told to begin with. */
export interface SlowBodiesOrder {
  url: string;
  count: number;
}

// A process of its own: what it costs must not hold up those who measure.
process.once('message', ({ url, count }: SlowBodiesOrder) => {
  const slow = startSlowBodies(url, count);
  process.once('message', () => {
    slow.stop();
    process.send?.(slow.begun());
  });
});
