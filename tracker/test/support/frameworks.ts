import { fileURLToPath } from 'node:url';
import { findPinned } from '../../../server/test/support/pinned-packages.ts';
import type { PinnedPackages } from '../../../server/test/support/pinned-packages.ts';

/** Finds Next.js and workerd, which take half a gigabyte. */
export async function findFrameworks(): Promise<PinnedPackages> {
  const pinned = fileURLToPath(new URL('../frameworks/', import.meta.url));
  return await findPinned({ pinned, name: 'copydesk-frameworks', what: 'Next.js and workerd' });
}
