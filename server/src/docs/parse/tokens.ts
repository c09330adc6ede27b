import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { mdxjs } from 'micromark-extension-mdxjs';
import type { Event, Extension, Token } from 'micromark-util-types';
import { indentedBlocks } from './indented-blocks.ts';
import { maskForMdx } from './mdx-masks.ts';
import type { Dialect } from './page-facts.ts';

/** A token of micromark with its offsets in the text, whatever extension it comes from. */
export interface PageToken {
  type: string;
  start: number;
  end: number;
}

export interface PageEvent {
  enter: boolean;
  token: PageToken;
}

const shared: Extension[] = [gfm(), frontmatter(['yaml', 'toml'])];
const markdown: Extension[] = [...shared];
const pymdown: Extension[] = [...shared, indentedBlocks];
const mdx: Extension[] = [...shared, mdxjs()];

/**
 * The events of micromark, which carry the exact place of everything; syntax trees made from them drop the places
 * of link targets.
 * @throws VFileMessage of the MDX syntax when the text is no MDX.
 */
export function tokenize(text: string, dialect: Dialect): PageEvent[] {
  const isMdx = dialect === 'mdx' || dialect === 'mdx-tolerant';
  const extensions = isMdx ? mdx : dialect === 'pymdown' ? pymdown : markdown;
  const source = isMdx ? maskForMdx(text) : text;
  const chunks = preprocess()(source, undefined, true);
  // micromark counts from behind a byte-order mark.
  const shift = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return toPageEvents(postprocess(parse({ extensions }).document().write(chunks)), shift);
}

function toPageEvents(events: Event[], shift: number): PageEvent[] {
  const tokens = new Map<Token, PageToken>();
  return events.map(([kind, token]) => {
    let own = tokens.get(token);
    if (!own) {
      own = { type: token.type, start: token.start.offset + shift, end: token.end.offset + shift };
      tokens.set(token, own);
    }
    return { enter: kind === 'enter', token: own };
  });
}
