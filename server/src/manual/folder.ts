import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the folder of the docs: within the package, or `docs` of a clone. */
export function docsFolder(): string {
  const packaged = fileURLToPath(new URL('../../docs/', import.meta.url));
  return existsSync(packaged) ? packaged : fileURLToPath(new URL('../../../docs/', import.meta.url));
}
