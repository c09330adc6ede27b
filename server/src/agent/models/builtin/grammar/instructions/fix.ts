import { Cursor } from '../cursor.ts';
import type { Grammar } from '../instruction.ts';
import { takePlace } from '../place.ts';

/** Reads `Fix broken links`, `Repair the anchors in docs/guides`, `Correct all dead links and anchors`. */
export const fixGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!cursor.take('fix', 'repair', 'correct', 'mend', 'resolve')) return undefined;
  const found = takeSubject(cursor);
  if (found === undefined) return undefined;
  const place = takePlace(cursor);
  return cursor.atEnd ? { kind: 'fix', links: found.links, anchors: found.anchors, ...place } : undefined;
};

/** Reads `List broken links`, `Show me all broken anchors in docs/guides`, `Which links are broken?`. */
export const listProblemsGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  const asksWhich = cursor.take('which', 'what');
  const asksFor = asksWhich || cursor.take(...asking);
  if (!asksFor) return undefined;
  cursor.take('me', 'us');
  const found = takeSubject(cursor);
  if (found === undefined) return undefined;
  const saysBroken = found.isBroken || cursor.take('that are broken', 'which are broken');
  const before = takePlace(cursor);
  const asksBroken = cursor.take('are broken', 'is broken', 'are dead', 'do not work', 'lead nowhere');
  const place = { ...before, ...takePlace(cursor) };
  if (!cursor.atEnd || !(saysBroken || asksBroken)) return undefined;
  return { kind: 'list-problems', links: found.links, anchors: found.anchors, ...place };
};

const asking = [
  'list',
  'show',
  'report',
  'name',
  'find',
  'display',
  'check for',
  'look for',
  'tell',
  'are there',
  'is there',
];

const adjectives = ['broken', 'dead', 'bad', 'invalid', 'wrong', 'stale', 'missing'];

interface Subject {
  links: boolean;
  anchors: boolean;
  /** Whether one of the words says that they do not work. */
  isBroken: boolean;
}

/** Takes `all the broken links and anchors`. */
function takeSubject(cursor: Cursor): Subject | undefined {
  const found = { links: false, anchors: false, isBroken: false };
  do {
    found.isBroken = skipAdjectives(cursor) || found.isBroken;
    if (cursor.take('anchor links', 'link anchors', 'anchors', 'anchor', 'fragments', 'heading links'))
      found.anchors = true;
    else if (cursor.take('hyperlinks', 'links', 'link', 'urls', 'image links', 'images')) found.links = true;
    else return undefined;
    while (cursor.next?.kind === 'mark') cursor.advance();
  } while (['and', '&', 'or'].includes(cursor.word()) || ['links', 'anchors', 'images'].includes(cursor.word()));
  return found;
}

function skipAdjectives(cursor: Cursor): boolean {
  let isBroken = false;
  for (;;) {
    const start = cursor.mark();
    cursor.skip('all', 'of', 'the', 'any', 'every', 'our', 'my', 'internal', 'and', 'or');
    isBroken = cursor.take(...adjectives) || isBroken;
    if (cursor.mark() === start) return isBroken;
  }
}
