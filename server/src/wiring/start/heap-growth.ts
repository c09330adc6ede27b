import { setFlagsFromString } from 'node:v8';

/** After a full collection, the heap may grow by this share of what is alive before the next one. */
const percent = 50;

/**
 * Lets V8 collect the whole heap earlier. By default it lets dead objects grow to two to four times what is alive, which
 * a server with many requests in progress reaches: with 300 single views/s and 2,000 imported views/s on a project of
 * 300,000 paths, a process used 493 and 530 MB without this and 436 MB with it, and was not slower. A smaller young
 * generation saves as much, but costs a tenth of the requests.
 */
export function limitHeapGrowth(): void {
  // V8 reads this flag at each full collection, so that it may be set in a running process.
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
