import { flood } from './load/flood.ts';
import type { FloodOrder } from './load/flood.ts';

// A separate process, so that its cost does not slow down the measuring clients.
process.on('message', (order: FloodOrder) => {
  void flood(order).then((sent) => process.send?.(sent));
});
