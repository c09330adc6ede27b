import { maximumTargetLength } from '../candidates.ts';

/** A link's target taken apart. `path`, `query` and `hash` joined are the target again. */
export type Target =
  /** Another site, a mail address and the like. */
  | { kind: 'external' }
  /** A template, an alias or a placeholder: something else decides where it leads. */
  | { kind: 'opaque' }
  | {
      kind: 'local';
      /** As written, percent-encoding and all. */
      path: string;
      /** With its `?`, or ''. */
      query: string;
      /** With its `#`, or ''. */
      hash: string;
    };

/** Takes a target apart as it stands in the source. */
export function parseTarget(raw: string): Target {
  if (raw.length > maximumTargetLength) return { kind: 'opaque' };
  const text = unescaped(raw.trim());
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i.test(text)) return { kind: 'external' };
  if (text === '' || /[{}<>$`|^]|%(?![0-9a-f]{2})|\s{2}|^[~@](?!site\/)|^\/@|^:|\.\.\.$|^[\w.-]+@[\w-]+\./i.test(text))
    return { kind: 'opaque' };
  // A program puts the address in: `ENGLISH_VERSION_URL`.
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

/** Takes away the backslashes and character references of Markdown. */
function unescaped(text: string): string {
  if (!text.includes('\\') && !text.includes('&')) return text;
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&(?:lt|#60);/gi, '<')
    .replace(/&(?:gt|#62);/gi, '>');
}
