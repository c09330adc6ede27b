import { writeFile } from 'node:fs/promises';
import { makeTypes, typesFile } from './types.ts';

/** `npm run generate --workspace client`: writes the types of the API into `src/schema.ts`. */
await writeFile(typesFile, await makeTypes());
