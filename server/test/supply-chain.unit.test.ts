import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formatAudit } from '../scripts/supply-chain/audit.ts';
import { licenceFault } from '../scripts/supply-chain/licences.ts';
import { readLockedPackages, root } from '../scripts/supply-chain/locked-packages.ts';
import type { LockedPackage } from '../scripts/supply-chain/locked-packages.ts';

const packages = readLockedPackages();
const licensed = (licence: string | undefined): LockedPackage => ({
  name: 'some',
  version: '1.0.0',
  licence,
  isShipped: true,
  hasInstallScript: false,
});

describe('licences', () => {
  test('of all shipped packages are allowed', () => {
    const shipped = packages.filter(({ isShipped }) => isShipped);
    expect(shipped.length).toBeGreaterThan(100);
    expect(shipped.flatMap((one) => licenceFault(one) ?? [])).toEqual([]);
  });

  test.each(['MIT', '(AFL-2.1 OR BSD-3-Clause)', 'ISC AND MIT'])('%s is allowed', (licence) => {
    expect(licenceFault(licensed(licence))).toBeUndefined();
  });

  test.each([
    undefined,
    'AGPL-3.0-only',
    'UNLICENSED',
    'Apache-2.0 AND LGPL-3.0-or-later',
    '((MIT OR ISC) AND GPL-2.0)',
  ])('%s is refused', (licence) => {
    expect(licenceFault(licensed(licence))).toMatch(/^some 1\.0\.0 (?:is licensed|states)/);
  });
});

test('every package with an install script is listed with its reason', () => {
  const named = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  const text = readFileSync(path.join(root, 'docs/supply-chain.md'), 'utf8');
  const listed = [...text.slice(text.indexOf('| Package |')).matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set(named));
});

const weakness = (severity: string) => ({
  severity,
  via: ['other', { title: 'Too much', url: 'https://example.com/1', range: '<2' }],
});

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { total: 7 } } });

describe('an audit', () => {
  test('that finds nothing reports the number of packages', () => {
    expect(formatAudit(report({}))).toEqual({ lines: ['0 with published weaknesses, of 7 packages.'], exitCode: 0 });
  });

  test.each([
    ['moderate', 0],
    ['high', 1],
    ['critical', 1],
  ])('that finds a weakness of severity %s exits with %i', (severity, exitCode) => {
    const reported = formatAudit(report({ some: weakness(severity) }));
    expect(reported.exitCode).toBe(exitCode);
    expect(reported.lines[0]).toBe(`${severity}: some: through other; Too much, https://example.com/1`);
  });

  test.each(['', 'npm error', '{"error":{"code":"ENOAUDIT"}}'])(
    'without a usable reply (%j) says that nothing was checked',
    (answer) => {
      expect(formatAudit(answer)).toEqual({ lines: [expect.stringContaining('nothing was checked')], exitCode: 2 });
    },
  );
});

test('docs/dependencies.md has a reason for each package that a server needs, and no other', () => {
  const rows = readFileSync(path.join(root, 'docs/dependencies.md'), 'utf8').matchAll(/^\| (`.+`) \| (\S.+) \|$/gm);
  const named = [...rows].flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const manifest = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(root, 'server/package.json'), 'utf8')));
  expect(named.toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
});
