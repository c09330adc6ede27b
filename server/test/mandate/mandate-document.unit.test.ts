import path from 'node:path';
import { expect, test } from 'vitest';
import { mandateDocument } from './mandate-document.ts';

test('docs/mandate.md equals the document of the rules (vitest -u writes it again)', async () => {
  const file = path.join(import.meta.dirname, '../../../docs/mandate.md');
  await expect(mandateDocument()).toMatchFileSnapshot(file);
});
