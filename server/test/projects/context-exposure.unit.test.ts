import { expect, test } from 'vitest';
import { exposureWarning } from '../../src/projects/connection/context-exposure.ts';

test('a private repository beside public docs is reported, a public one is not', () => {
  expect(exposureWarning('private-beside-public')).toContain('Anybody can read the docs');
  expect(exposureWarning('unknown')).toContain('may come to stand in the docs');
  for (const none of ['public', undefined, 'toString', '<b>']) expect(exposureWarning(none)).toBeUndefined();
});
