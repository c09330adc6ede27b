import { readFileSync } from 'node:fs';
import { dropReasons } from '@copydesk/contract';
import { expect, test } from 'vitest';

test('every reason for which an event is dropped is explained, and no other', () => {
  const document = readFileSync(new URL('../../../../docs/page-views.md', import.meta.url), 'utf8');
  const [, after = ''] = document.split('## What is not counted');
  const [section = ''] = after.split('\n## ');
  const explained = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason);
  expect(explained).toEqual(Object.keys(dropReasons));
});
