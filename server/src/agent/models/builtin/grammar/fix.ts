import { Cursor } from './cursor.ts';
import type { Grammar } from './instruction.ts';
import { takePlace } from './place.ts';

/** Reads `Fix broken links`, `Repair the anchors in docs/guides`, `Correct all dead links and anchors`. */
export const fixGrammar: Grammar = (clause) => {
  const cursor = new Cursor(clause);
  if (!cursor.take('fix', 'repair', 'correct', 'mend', 'resolve')) return undefined;
  const found = { links: false, anchors: false };
  do {
    cursor.skip(
      'all',
      'of',
      'the',
      'any',
      'every',
      'our',
      'my',
      'broken',
      'dead',
      'bad',
      'invalid',
      'wrong',
      'stale',
      'missing',
      'internal',
      'and',
    );
    if (cursor.take('anchor links', 'link anchors', 'anchors', 'anchor', 'fragments', 'heading links'))
      found.anchors = true;
    else if (cursor.take('hyperlinks', 'links', 'link', 'urls', 'image links', 'images')) found.links = true;
    else return undefined;
    while (cursor.next?.kind === 'mark') cursor.advance();
  } while (['and', '&'].includes(cursor.word()) || ['links', 'anchors', 'images'].includes(cursor.word()));
  const place = takePlace(cursor);
  return cursor.atEnd ? { kind: 'fix', ...found, ...place } : undefined;
};
