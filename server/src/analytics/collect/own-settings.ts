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
export interface CompiledSettings {
  /** Undefined when the project has no rules. */
  rules: OwnRules | undefined;
  /**
   * Each returns whether views from an address, of a path, or by a user agent are excluded; undefined when the project
   * excludes none that way.
   */
  excludes: Record<'address' | 'path' | 'userAgent', ((text: string) => boolean) | undefined>;
}

/**
 * Compiles settings, once for each settings object: a project is read once a second for all browsers that send single
 * views.
 */
export function compileSettings(settings: OwnSettings): CompiledSettings {
  const before = compiled.get(settings);
  if (before !== undefined) return before;
  const own = compileAnew(settings);
  compiled.set(settings, own);
  return own;
}

const compiled = new WeakMap<OwnSettings, CompiledSettings>();

function compileAnew({ readerRules, ...excluded }: OwnSettings): CompiledSettings {
  return {
    rules: openOwnRules(readerRules),
    excludes: {
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
  { excludes }: CompiledSettings,
  { address, path, userAgent }: { address: string | undefined; path: string; userAgent: string },
): Extract<DropReason, `excluded_${string}`> | undefined {
  if (address !== undefined && excludes.address?.(address)) return 'excluded_address';
  if (excludes.path?.(path)) return 'excluded_path';
  return excludes.userAgent?.(userAgent.slice(0, longestUserAgent)) ? 'excluded_user_agent' : undefined;
}

function anyOf(patterns: readonly string[], openOne: (pattern: string) => (text: string) => boolean) {
  if (patterns.length === 0) return undefined;
  const matchers = patterns.map(openOne);
  return (text: string) => matchers.some((matches) => matches(text));
}
