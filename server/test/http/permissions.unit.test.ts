import path from 'node:path';
import { expect, test } from 'vitest';
import { permissionsDocument } from './permissions-document.ts';

test('docs/permissions.md equals the endpoints and the protected settings (vitest -u writes it again)', async () => {
  await expect(permissionsDocument()).toMatchFileSnapshot(
    path.join(import.meta.dirname, '../../../docs/permissions.md'),
  );
});
