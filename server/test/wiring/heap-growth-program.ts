import { getHeapStatistics } from 'node:v8';
import { limitHeapGrowth } from '../../src/wiring/start/heap-growth.ts';

// Keeps objects for a while, as requests in progress are kept, and prints the largest heap in bytes. About 75 MB are
// alive: more than the young generation ever holds, so that full collections have to free them.
if (process.argv[2] === 'limited') limitHeapGrowth();
const kept: object[][] = Array.from({ length: 400 }, () => []);
let peak = 0;
for (let round = 0; round < 4_000; round += 1) {
  kept[round % kept.length] = Array.from({ length: 2_000 }, (_, index) => ({
    round,
    index,
    text: `${round}:${index}`,
  }));
  peak = Math.max(peak, getHeapStatistics().used_heap_size);
}
process.stdout.write(`${peak}`);
