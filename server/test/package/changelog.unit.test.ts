import { expect, test } from 'vitest';
import { addVersion } from '../../../scripts/release/changelog.ts';

test('the newest version is on top, without commits that change nothing for users', () => {
  const first = addVersion('', '1.0.0', '2026-01-01', ['The first version']);
  const second = addVersion(first, '1.1.0', '2026-02-01', [
    'Read logs',
    'Merge x',
    'Release 1.0.0',
    'Format',
    'Read logs',
  ]);
  expect(second.slice(second.indexOf('## '))).toBe(
    '## 1.1.0 (2026-02-01)\n\n- Read logs\n\n## 1.0.0 (2026-01-01)\n\n- The first version\n',
  );
});

test('an existing version is refused', () => {
  const text = addVersion('', '1.0.0', '2026-01-01', []);
  expect(text).toContain('Nothing but the version.');
  expect(() => addVersion(text, '1.0.0', '2026-02-01', ['Read logs'])).toThrow('CHANGELOG.md has 1.0.0 already');
});
