import { openPathPattern, openPattern } from '@copydesk/contract';
import type { DropReason, ReaderRule } from '@copydesk/contract';
import { openBlocks } from '../classify/networks/lookup.ts';
import { openOwnRules } from '../classify/own-rules.ts';
import type { OwnRules } from '../classify/own-rules.ts';

/** What a project says of its readers. */
export interface OwnSettings {
  /** The first that matches decides, before all other rules. */
  readerRules: readonly ReaderRule[];
  /** Whose views are not counted. */
  excludeAddresses: readonly string[];
  excludePaths: readonly string[];
  excludeUserAgents: readonly string[];
}

/** The same, ready to be used. */
export interface Own {
  /** Undefined where it has no rules. */
  rules: OwnRules | undefined;
  /** Whether views are left out from an address, of a path, by a user agent; undefined where none are. */
  leavesOut: Record<'address' | 'path' | 'userAgent', ((text: string) => boolean) | undefined>;
}

/** Of the same object always the same: a project is read once a second for all the browsers that send single views. */
export function openOwn(settings: OwnSettings): Own {
  const before = opened.get(settings);
  if (before !== undefined) return before;
  const own = open(settings);
  opened.set(settings, own);
  return own;
}

const opened = new WeakMap<OwnSettings, Own>();

function open({ readerRules, ...excluded }: OwnSettings): Own {
  return {
    rules: openOwnRules(readerRules),
    leavesOut: {
      address: excluded.excludeAddresses.length === 0 ? undefined : openBlocks(excluded.excludeAddresses),
      path: anyOf(excluded.excludePaths, openPathPattern),
      userAgent: anyOf(excluded.excludeUserAgents, openPattern),
    },
  };
}

/** What is longer is looked at as far as the rules look. */
const longestUserAgent = 512;

/** Why a request is left out; undefined when it is not. The path is that of a page, in its one form. */
export function exclusionOf(
  { leavesOut }: Own,
  { address, path, userAgent }: { address: string | undefined; path: string; userAgent: string },
): Extract<DropReason, `excluded_${string}`> | undefined {
  if (address !== undefined && leavesOut.address?.(address)) return 'excluded_address';
  if (leavesOut.path?.(path)) return 'excluded_path';
  return leavesOut.userAgent?.(userAgent.slice(0, longestUserAgent)) ? 'excluded_user_agent' : undefined;
}

function anyOf(patterns: readonly string[], openOne: (pattern: string) => (text: string) => boolean) {
  if (patterns.length === 0) return undefined;
  const matchers = patterns.map(openOne);
  return (text: string) => matchers.some((matches) => matches(text));
}
