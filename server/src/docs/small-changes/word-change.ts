import { replaceInvisible } from '@copydesk/contract/invisible';
import { editDistance } from '../text/edit-distance.ts';

/**
 * Returns why replacing one word by another is more than a corrected spelling, or undefined if it is not. Whether the
 * docs know either word is judged elsewhere. In doubt there is a reason: then a person decides.
 */
export function wordFault(from: string, to: string): string | undefined {
  if (!isPlainWord(from) || !isPlainWord(to)) return 'it has a digit, a mark or an unusual character';
  if (hasInvisible(to)) return 'it has a character that nobody sees';
  if (!areOfOneScript(from, to)) return 'its letters are of several scripts';
  const [old, now] = [from.toLowerCase(), to.toLowerCase()];
  if (hasDecidingWord(old, now)) return 'such a word decides what the sentence says';
  if (isNegated(old, now)) return 'one of the words negates the other';
  if (Math.min(old.length, now.length) < shortestWord)
    return `words of fewer than ${shortestWord} letters are too much alike`;
  if (old[0] !== now[0]) return 'the words begin with different letters';
  const allowed = old.length < longEnoughForTwo ? 1 : 2;
  if (editDistance(old, now, allowed) === undefined)
    return `more than ${allowed === 1 ? 'one letter' : 'two letters'} differ`;
  return undefined;
}

/** `now` and `not`, `can` and `ran`: among short words, each is one letter from another. */
const shortestWord = 4;

/** Two letters of a short word are half of it: `read` and `rely`. */
const longEnoughForTwo = 6;

function isPlainWord(word: string): boolean {
  return /^[\p{L}\p{Mn}\p{Mc}]+$/u.test(word) && word === word.normalize('NFC');
}

function hasInvisible(word: string): boolean {
  let found = false;
  replaceInvisible(word, (character) => {
    found = true;
    return character;
  });
  return found;
}

function areOfOneScript(one: string, other: string): boolean {
  return scriptOf(one) !== undefined && scriptOf(one) === scriptOf(other);
}

/** A Cyrillic `а` in a Latin word looks like the Latin one, and makes it another word for every program. */
function scriptOf(word: string): string | undefined {
  return scripts.find(({ only }) => only.test(word))?.name;
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Devanagari', 'Hangul'].map(
  (name) => ({ name, only: new RegExp(`^[\\p{Script=${name}}\\p{Script=Inherited}]+$`, 'u') }),
);

/** Whether the meaning of a sentence depends on one of the words. */
function hasDecidingWord(old: string, now: string): boolean {
  return decidingWords.has(old) || decidingWords.has(now) || wordsWithCounterpart.has(old);
}

/** Whether one word is the other with a negating beginning or end: `used` and `unused`. */
function isNegated(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length === long.length) return false;
  return negatingPrefixes.some((prefix) => prefix + short === long) || long === `${short}less`;
}

const negatingPrefixes = ['a', 'an', 'ab', 'anti', 'de', 'dis', 'il', 'im', 'in', 'ir', 'mis', 'non', 'un'];

/** Negations, numbers, units, duties and amounts. A typo in one of them, and a typo that makes one, always matters. */
const decidingWords = wordsIn(`
  not never none neither nothing nobody nowhere cannot cant wont dont doesnt isnt without unless except
  zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
  first third fourth fifth sixth seventh eighth ninth tenth once twice half quarter dozen single double triple
  second seconds minute minutes hour hours day days week weeks month months year years daily weekly monthly yearly
  hourly millisecond milliseconds microsecond microseconds nanosecond nanoseconds
  bit bits byte bytes kilobyte kilobytes megabyte megabytes gigabyte gigabytes terabyte terabytes kibibyte mebibyte
  gibibyte kilobit megabit gigabit percent percents pixel pixels meter meters metre metres gram grams kilogram
  kilograms mile miles inch inches foot feet yard yards degree degrees celsius kelvin hertz watt watts volt volts
  dollar dollars euro euros cent cents
  must may might can could shall should will would need needs
  always sometimes often only also every each some many most more less least fewer both either other another
  before after above below over under until since within from into onto with
  http https ftp ftps sftp smtp imap tcp udp ssl tls ssh telnet
  nicht nie kein keine keinen keiner ohne muss darf kann soll jamais sans aucun aucune nunca ninguno
`);

/** Words with a counterpart: a typo may be corrected to one of them, and none of them is a typo. */
const wordsWithCounterpart = wordsIn(`
  allow allows allowed deny denies denied permit permits permitted forbid forbids forbidden refuse refuses refused
  accept accepts accepted enable enables enabled disable disables disabled true false public private
  required requires require optional optionally minimum maximum minimal maximal default defaults deprecated
  removed safe unsafe secure insecure read write reads writes readable writable send sends import imports
  export exports local remote internal external incoming outgoing upload uploads download downloads inside outside
  left right upper lower earlier later former latter ascending descending increase increases decrease decreases
  include includes included exclude excludes excluded open opens opened close closes closed start starts stop stops
`);

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
