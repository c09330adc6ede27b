import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { Event, Extension, Token } from 'micromark-util-types';
import { indentedBlocks } from './indented-blocks.ts';
import { maskForMdx } from './mdx/mdx-masks.ts';
import { areExpressions, exactMdx, quickMdx } from './mdx/mdx.ts';
import type { Dialect, PageToken } from './page-facts.ts';

/** The beginning or the end of a token. */
export interface PageEvent {
  enter: boolean;
  token: PageToken;
}

/**
 * GitHub's Markdown without its bare addresses: looking for them at every letter takes half of the whole time, and a
 * regular expression finds them as well.
 */
const sharedExtensions: Extension[] = [
  gfmFootnote(),
  gfmStrikethrough(),
  gfmTable(),
  gfmTaskListItem(),
  frontmatter(['yaml', 'toml']),
];
const pymdown: Extension[] = [...sharedExtensions, indentedBlocks];

/**
 * Returns the events of micromark, which carry the exact positions of everything; syntax trees made from them lose the
 * positions of link targets.
 * @throws VFileMessage of the MDX syntax if the text is not valid MDX.
 */
export function tokenize(text: string, dialect: Dialect): PageEvent[] {
  if (dialect === 'markdown' || dialect === 'templates' || dialect === 'myst') return eventsOf(text, sharedExtensions);
  if (dialect === 'pymdown') return eventsOf(text, pymdown);
  const masked = maskForMdx(text);
  return quickEvents(masked) ?? eventsOf(masked, [...sharedExtensions, ...exactMdx]);
}

function quickEvents(masked: string): PageEvent[] | undefined {
  try {
    const events = eventsOf(masked, [...sharedExtensions, ...quickMdx]);
    const tokens = events.filter(({ enter }) => !enter).map(({ token }) => token);
    return areExpressions(masked, tokens) ? events : undefined;
  } catch {
    return undefined;
  }
}

function eventsOf(text: string, extensions: Extension[]): PageEvent[] {
  const chunks = preprocess()(text, undefined, true);
  // micromark counts from after a byte order mark.
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
