import { editDistance } from '../../../text/edit-distance.ts';
import type { Clause, Token } from './instruction.ts';
import { isPathLike } from './scope.ts';

/** The forms of instructions as users see them, with synonyms of their verbs. */
export const forms: { form: string; verbs?: string }[] = [
  { form: 'Replace "A" with "B"', verbs: 'swap substitute exchange update use' },
  { form: 'Rename A to B', verbs: 'change switch' },
  { form: 'Fix broken links', verbs: 'repair correct mend resolve check' },
  { form: 'Fix broken anchors', verbs: 'repair correct mend resolve check' },
  { form: 'List broken links', verbs: 'show find report which' },
  { form: 'Add a page "Title" at <path>', verbs: 'create write insert make' },
  { form: 'Move <page> to <path>', verbs: 'relocate put' },
  { form: 'Move the folder <path> to <path>', verbs: 'relocate put' },
  { form: 'Delete <page>', verbs: 'remove drop erase' },
  { form: 'Delete the folder <path>', verbs: 'remove drop erase' },
  { form: 'Redirect <path> to <page>', verbs: 'forward point lead add create' },
  { form: 'Add missing titles', verbs: 'create write fill generate' },
  { form: 'Add missing descriptions', verbs: 'create write fill generate' },
  { form: 'Add a description to all pages in <folder>', verbs: 'create write generate' },
  { form: 'Normalise headings', verbs: 'normalize standardise standardize unify clean' },
  { form: 'Sort the navigation', verbs: 'order reorder alphabetise alphabetize' },
];

/** Returns the form that is nearest to a clause, by the words that would have to be changed, added and left out. */
export function nearestForm(clause: Clause): string {
  const words = clause.tokens.filter(({ kind }) => kind !== 'mark').slice(0, wordsCompared);
  const distances = forms.map(({ form, verbs = '' }) => ({
    form,
    distance: wordDistance(words, form, verbs.split(' ')),
  }));
  return distances.reduce((best, other) => (other.distance < best.distance ? other : best)).form;
}

/** Only the beginning is compared: with the rest of a sentence, it would resemble no form. */
const wordsCompared = 12;

/** The costs of a word that only the clause has, and of a word that only the form has. */
const costOfAddedWord = 0.5;
const costOfMissingWord = 1;

/** The verb matters most, because it says what the user wants. */
const weightOfVerb = 2;

function wordDistance(words: readonly Token[], form: string, verbs: readonly string[]): number {
  const expected = form.split(' ');
  let row = Array.from({ length: expected.length + 1 }, (_, index) => index * costOfMissingWord);
  for (const [position, word] of words.entries()) {
    const next = [(position + 1) * costOfAddedWord];
    for (const [index, other] of expected.entries()) {
      const weight = index === 0 ? weightOfVerb : 1;
      const changed = (row[index] ?? 0) + weight * costOfChangedWord(word, other, index === 0 ? verbs : []);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + costOfAddedWord, (next[index] ?? 0) + costOfMissingWord));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Returns the cost of taking a word for one of a form, from 0 to 1. */
function costOfChangedWord(word: Token, expected: string, alternatives: readonly string[]): number {
  if (expected.startsWith('<')) return isPathLike(word) || word.kind === 'quoted' ? 0 : 0.4;
  if (expected.startsWith('"') || /^[A-Z]$/u.test(expected)) return word.kind === 'quoted' ? 0 : 0.3;
  if (word.kind !== 'word') return 1;
  const written = word.text.toLowerCase().slice(0, longestWord);
  if (alternatives.includes(written)) return 0;
  const wanted = expected.toLowerCase();
  return editDistance(written, wanted) / Math.max(written.length, wanted.length);
}

const longestWord = 30;
