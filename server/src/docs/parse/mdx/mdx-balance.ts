import type { PageToken } from '../page-facts.ts';
import type { Tag } from './tags.ts';

/**
 * Checks that JSX tags are balanced within the block that contains them. micromark leaves that to the builders of
 * syntax trees. Throws an Error with a `place` where they are not.
 */
export function balanceChecker() {
  const open: ({ tag: Tag } | { block: PageToken })[] = [];

  return {
    enter(token: PageToken) {
      if (token.type === 'listItemPrefix') closeItem(token);
      if (blockTypes.has(token.type)) open.push({ block: token });
    },
    exit(token: PageToken) {
      if (!blockTypes.has(token.type)) return;
      const last = open.pop();
      if (last && 'tag' in last) throw unclosedError(last.tag, `the end of ${words(token.type)}`);
    },
    /** Must be called after the last token. */
    finish() {
      const last = open.pop();
      if (last && 'tag' in last) throw unclosedError(last.tag, 'the end of the page');
    },
    tag(tag: Tag) {
      if (tag.kind === 'empty') return;
      if (tag.kind === 'open') {
        open.push({ tag });
        return;
      }
      const last = open.pop();
      if (!last || 'block' in last)
        throw errorAt(`Unexpected closing tag \`</${tag.name}>\`, no tag is open`, tag.start);
      if (last.tag.name !== tag.name) throw unclosedError(last.tag, `the closing tag \`</${tag.name}>\``);
    },
  };

  function closeItem(token: PageToken): void {
    const last = open.at(-1);
    if (last && 'tag' in last) throw unclosedError(last.tag, `the end of a list item at offset ${token.start}`);
  }
}

function unclosedError(tag: Tag, before: string): Error {
  return errorAt(`Expected a closing tag for \`<${tag.name}>\` before ${before}`, tag.start);
}

function errorAt(message: string, offset: number): Error {
  return Object.assign(new Error(message), { place: { offset } });
}

function words(type: string): string {
  return `the ${type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}

/** Tokens that become nodes whose borders tags cannot cross. */
const blockTypes = new Set([
  'paragraph',
  'atxHeading',
  'setextHeading',
  'blockQuote',
  'listOrdered',
  'listUnordered',
  'gfmFootnoteDefinition',
  'emphasis',
  'strong',
  'strikethrough',
  'link',
  'tableHeader',
  'tableData',
]);
