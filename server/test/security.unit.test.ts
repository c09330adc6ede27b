import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const policy = readFileSync(path.join(root, 'SECURITY.md'), 'utf8');

/** Returns the rows of the tables under a second-level heading, without their headers. */
function rows(heading: string): string[][] {
  const [, section = ''] = policy.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines
    .filter((line, index) => !/^\|[\s|-]+$/.test(line) && !/^\|[\s|-]+$/.test(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const attacks = rows('Attacks').map(([attack = '', asset = '', actor = '', entry = '', control = '', proof = '']) => ({
  attack,
  control,
  named: { Assets: asset.split(', '), Actors: actor.split(', '), Entries: entry.split(', ') },
  proofs: [...proof.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
}));

test('there are attacks', () => {
  expect(attacks.length).toBeGreaterThan(30);
});

test.each(attacks)('$attack: has a control, and existing tests that prove it', ({ control, proofs }) => {
  expect(control).not.toBe('');
  expect(proofs).not.toEqual([]);
  expect(proofs.filter((file) => !file.endsWith('.test.ts') || !existsSync(path.join(root, file)))).toEqual([]);
});

describe.each(['Assets', 'Actors', 'Entries'] as const)('%s', (heading) => {
  test('are exactly those that the attacks name', () => {
    const known = rows(heading).map(([name = '']) => name);
    expect(new Set(attacks.flatMap((attack) => attack.named[heading]))).toEqual(new Set(known));
  });
});
