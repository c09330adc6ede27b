import { expect, test } from 'vitest';
import { exposureWarning } from '../../src/projects/context-exposure.ts';

test('what is private beside public docs is reported, what is public is not, and nothing of what is no exposure', () => {
  expect(exposureWarning('private-beside-public')).toContain('Anybody can read the docs');
  expect(exposureWarning('unknown')).toContain('may come to stand in the docs');
  for (const none of ['public', undefined, 'toString', '<b>']) expect(exposureWarning(none)).toBeUndefined();
});
