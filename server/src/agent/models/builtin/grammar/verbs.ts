import type { Token } from './instruction.ts';

/** The words that begin an instruction. */
const verbs = new Set(
  (
    'replace change swap substitute rename exchange switch update use call find search move put relocate delete remove ' +
    'drop erase add create write make insert fix repair correct mend resolve normalise normalize standardise ' +
    'standardize clean unify sort order alphabetise alphabetize reorder fill generate set'
  ).split(' '),
);

/** Verbs that begin an instruction only if the right word follows: `List broken links`, but not `search and list`. */
const askingVerbs = new Set(['list', 'show', 'report', 'which', 'tell', 'display']);
const askedWords = new Set(['all', 'the', 'any', 'broken', 'dead', 'links', 'anchors', 'me', 'us']);

const leading = new Set(['from', 'the', 'readers', 'visitors']);

/** Whether an instruction may begin with this token. `replace it with` continues the previous one. */
export function beginsInstruction(token: Token | undefined, next: Token | undefined): boolean {
  if (token?.kind !== 'word') return false;
  const verb = token.text.toLowerCase();
  const following = next?.kind === 'word' ? next.text.toLowerCase() : '';
  if (askingVerbs.has(verb)) return askedWords.has(following);
  // `search and redirect`, `redirect it to`: only an address or a noun makes it an instruction of its own.
  if (verb === 'redirect') return next?.kind === 'quoted' || following.includes('/') || leading.has(following);
  if (!verbs.has(verb)) return false;
  if (verb === 'change' && /^logs?$/u.test(following)) return false;
  // `find and replace`, `replace it with`: the words belong together.
  return !['it', 'them', 'that'].includes(following);
}

/** The words that begin an instruction to add something. */
export const addingVerbs = ['add', 'create', 'write', 'make', 'insert'];
