import { fileURLToPath } from 'node:url';

/** The docs that every project of the test mode begins with. */
export const testDocs = fileURLToPath(new URL('../../../sample-site', import.meta.url));
