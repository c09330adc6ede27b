import { randomBase62 } from '../secrets/base62.ts';

/** `per_` and 22 base62 characters: 131 bits. */
export function newPersonId(): string {
  return `per_${randomBase62(22)}`;
}
