import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const written = /^(?!\s*(?:\*|\/\/)).*\bnew URL\(\s*'([^']+\.\w+)',\s*import\.meta\.url\)/gm;

// Programs and data are opened by such an address, which no compiler checks.
test('each file that a module names by an address relative to itself is there', () => {
  const modules = globSync('{server,contract,client,tracker,chaos,bench}/{src,scripts}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const named = modules.flatMap((module) =>
    [...readFileSync(path.join(root, module), 'utf8').matchAll(written)].map(([, address = '']) => ({
      module,
      address,
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  const missing = named.filter(({ module, address }) => !existsSync(path.join(root, path.dirname(module), address)));
  expect(missing).toEqual([]);
});
