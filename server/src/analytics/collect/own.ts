import { openPathPattern, openPattern } from '@copydesk/contract';
import type { DropReason, ReaderRule } from '@copydesk/contract';
import { openBlocks } from '../classify/networks/lookup.ts';
import { openOwnRules } from '../classify/own-rules.ts';
import type { OwnRules } from '../classify/own-rules.ts';

/** A project's own settings about its readers. */
export interface OwnSettings {
  /** The first rule that matches decides, before all built-in rules. */
  readerRules: readonly ReaderRule[];
  /** Views from these addresses are not counted. */
  excludeAddresses: readonly string[];
  excludePaths: readonly string[];
  excludeUserAgents: readonly string[];
}

/** The same settings, compiled. */
export interface Own {
  /** Undefined when the project has no rules. */
  rules: OwnRules | undefined;
  /**
   * Each returns whether views from an address, of a path, or by a user agent are excluded; undefined when the project
   * excludes none that way.
   */
  leavesOut: Record<'address' | 'path' | 'userAgent', ((text: string) => boolean) | undefined>;
}

/**
 * Compiles settings, once for each settings object: a project is read once a second for all browsers that send single
 * views.
 */
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

/** How much of a user agent is matched; rules on readers match as much. */
const longestUserAgent = 512;

/** Returns why a request is excluded, or undefined when it is counted. `path` is the normalised path of a page. */
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
