import { expect, test } from 'vitest';
import { readSettings } from '../../src/settings.ts';
import { startWarnings } from '../../src/wiring/start/start-warnings.ts';

test('the start warns about Node and git, and about settings with former names', () => {
  expect(startWarnings(readSettings({}), { node: '24.21.0', git: '2.39.5' })).toEqual([]);
  expect(startWarnings(readSettings({}), { node: '24.21.0', git: '' })).toEqual([
    'git did not answer, so its version could not be checked.',
  ]);
  const former = readSettings({ COPYDESK_WEBHOOK_PRIVATE_NETWORKS: '10.0.0.0/8' });
  expect(startWarnings(former, { node: '24.9.0', git: '2.36.1' })).toEqual([
    expect.stringContaining('CVE-2026-21717'),
    expect.stringContaining('git 2.36.1 was found'),
    'COPYDESK_WEBHOOK_PRIVATE_NETWORKS is the former name of COPYDESK_PRIVATE_NETWORKS; a later version will not read it. Set COPYDESK_PRIVATE_NETWORKS instead.',
  ]);
});
