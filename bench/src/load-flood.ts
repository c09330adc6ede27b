import { flood } from './load/flood.ts';
import type { FloodOrder } from './load/flood.ts';

// A process of its own: what it costs must not hold up those who measure.
process.on('message', (order: FloodOrder) => {
  void flood(order).then((sent) => process.send?.(sent));
});
