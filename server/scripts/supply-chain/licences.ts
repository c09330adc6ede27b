import type { LockedPackage } from './locked-packages.ts';

/** Licences of packages that may be shipped with Copydesk: none requires more than attribution. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Packages that state their licence elsewhere than in today's field, and where. */
const statedElsewhere: Record<string, { licence: string; where: string }> = {
  format: { licence: 'MIT', where: 'the field `licenses` of its package.json, and its readme' },
};

/** Returns why a package may not be shipped; undefined when it may. */
export function licenceFault({
  name,
  version,
  licence = statedElsewhere[name]?.licence,
}: LockedPackage): string | undefined {
  if (licence === undefined) return `${name} ${version} states no licence`;
  return isAccepted(licence) ? undefined : `${name} ${version} is licensed under ${licence}, which is not on the list`;
}

/**
 * Evaluates an SPDX expression: all of `A AND B`, one of `A OR B`. Nested brackets are not supported, and not accepted.
 */
function isAccepted(expression: string): boolean {
  const plain = expression.replace(/^\(([^()]*)\)$/, '$1');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => accepted.has(licence)));
}
