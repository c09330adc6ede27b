import { fileURLToPath } from 'node:url';
import { buildLibrary } from '../../scripts/build-library.ts';

/** Makes the package as it is published; `npm publish client/dist` publishes it. */
await buildLibrary('client', fileURLToPath(new URL('../dist', import.meta.url)));
