import { openDocs } from '../../src/docs/engine.ts';
import type { DocsEngine } from '../../src/docs/engine.ts';

const place = Symbol.for('copydesk.test.docs');

/**
 * The one engine of a process, as in the product, for all tests that run there: each start of its thread takes a third
 * of a second of a processor. Nobody closes it; it does not keep the process alive. A test about the engine opens its
 * own.
 */
export function sharedDocs(): DocsEngine {
  const open = (Reflect.get(globalThis, place) as DocsEngine | undefined) ?? openDocs({ workers: 1 });
  Reflect.set(globalThis, place, open);
  return open;
}
