import { randomBytes } from 'node:crypto';
import { randomBase62 } from '../secrets/base62.ts';
import type { RandomBytes } from '../secrets/base62.ts';

/** Creates `prj_` and 22 base62 characters: 131 bits. */
export function newProjectId(random: RandomBytes = randomBytes): string {
  return `prj_${randomBase62(22, random)}`;
}

/** Creates the id of an API key; not the key itself. */
export function newKeyId(random: RandomBytes = randomBytes): string {
  return `key_${randomBase62(22, random)}`;
}
