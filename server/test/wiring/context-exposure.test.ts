import { CopydeskError } from '@copydesk/contract';
import type { ErrorCode } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { exposureOf } from '../../src/wiring/hosts/context-exposure.ts';
import type { Source } from '../../src/workspace/workspace.ts';

const at = (repository: string) => ({ repositoryKind: 'url' as const, repository });
const open = at('https://git.test/open');
const hidden = at('https://git.test/hidden');
const missing = at('https://git.test/missing');
const away = at('https://git.test/away');
const path = { repositoryKind: 'path' as const, repository: '/srv/app' };

const refusals = new Map<string, ErrorCode>([
  [hidden.repository, 'repository_unauthorized'],
  [missing.repository, 'repository_not_found'],
  [away.repository, 'repository_unreachable'],
]);

async function probe({ location, authorization }: Source) {
  const code = refusals.get(location);
  if (code !== undefined || authorization !== undefined) throw new CopydeskError(code ?? 'internal', 'No.');
  return { defaultRef: 'main', refs: new Map([['main', 'a'.repeat(40)]]) };
}

test.each([
  ['private-beside-public', open, hidden],
  ['private-beside-public', open, missing],
  ['public', open, open],
  ['public', hidden, open],
  ['unknown', hidden, hidden],
  ['unknown', open, away],
  ['unknown', open, path],
  ['unknown', path, hidden],
])('%s', async (exposure, docs, context) => {
  expect(await exposureOf({ probe }, docs, context)).toBe(exposure);
});
