import type { Token } from './instruction.ts';

/** The words that begin an instruction. */
const verbs = new Set(
  (
    'replace change swap substitute rename exchange switch update use call find search move put relocate delete remove ' +
    'drop erase add create write make insert fix repair correct mend resolve normalise normalize standardise ' +
    'standardize clean unify sort order alphabetise alphabetize reorder fill generate set'
  ).split(' '),
);

/** Whether an instruction may begin with this token. `replace it with` goes on with what was said before. */
export function beginsInstruction(token: Token | undefined, next: Token | undefined): boolean {
  if (token?.kind !== 'word' || !verbs.has(token.text.toLowerCase())) return false;
  const following = next?.kind === 'word' ? next.text.toLowerCase() : '';
  if (token.text.toLowerCase() === 'change' && /^logs?$/u.test(following)) return false;
  // `find and replace`, `replace it with`: the words belong together.
  return !['it', 'them', 'that'].includes(following);
}

/** The words that begin an instruction to add something. */
export const addingVerbs = ['add', 'create', 'write', 'make', 'insert'];
