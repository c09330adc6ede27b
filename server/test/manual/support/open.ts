import { openApiDocument } from '../../../src/http/openapi/document.ts';
import { docsFolder } from '../../../src/manual/folder.ts';
import { openManual } from '../../../src/manual/manual.ts';
import type { Manual } from '../../../src/manual/manual.ts';

/** Opens the docs of this repository, with the reference of its API. */
export async function openDocs(): Promise<Manual> {
  return await openManual(docsFolder(), openApiDocument({ baseUrl: 'https://desk.example.com', version: '1.0.0' }));
}
