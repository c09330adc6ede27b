import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the docs lie: within the package, or in `docs` of a clone. */
export function docsFolder(): string {
  const packaged = fileURLToPath(new URL('../../docs/', import.meta.url));
  return existsSync(packaged) ? packaged : fileURLToPath(new URL('../../../docs/', import.meta.url));
}
