import { maximumTargetLength } from '../compare/candidates.ts';

/** A parsed link target. `path`, `query` and `hash` joined give the target again. */
export type Target =
  /** Another site, a mail address or similar. */
  | { kind: 'external' }
  /** A template, an alias or a placeholder: another program decides where it leads. */
  | { kind: 'opaque' }
  | LocalTarget;

/** A target on this host. */
export interface LocalTarget {
  kind: 'local';
  /** As written, including percent-encoding. */
  path: string;
  /** Includes the `?`, or ''. */
  query: string;
  /** Includes the `#`, or ''. */
  hash: string;
}

/** Parses a target as written in the source. */
export function parseTarget(raw: string): Target {
  if (raw.length > maximumTargetLength) return { kind: 'opaque' };
  const text = unescaped(raw.trim());
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(text)) return { kind: 'external' };
  if (text === '' || /[{}<>$`|^]|%(?![0-9a-f]{2})|\s{2}|^[~@](?!site\/)|^\/@|^:|\.\.\.$|^[\w.-]+@[\w-]+\./i.test(text))
    return { kind: 'opaque' };
  // A program replaces it by the address: `ENGLISH_VERSION_URL`.
  if (/^[A-Z]+(?:_[A-Z]+)+$/.test(text)) return { kind: 'opaque' };
  const hashAt = text.indexOf('#');
  const beforeHash = hashAt === -1 ? text : text.slice(0, hashAt);
  const queryAt = beforeHash.indexOf('?');
  return {
    kind: 'local',
    path: queryAt === -1 ? beforeHash : beforeHash.slice(0, queryAt),
    query: queryAt === -1 ? '' : beforeHash.slice(queryAt),
    hash: hashAt === -1 ? '' : text.slice(hashAt),
  };
}

/** Resolves the backslash escapes and character references of Markdown. */
function unescaped(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text;
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&(?:lt|#60);/gi, '<')
    .replace(/&(?:gt|#62);/gi, '>');
}
