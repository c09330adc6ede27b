import { codeMark } from '@copydesk/contract/machine-words';
import { isOfDiscussion, withoutNames, withoutScheme } from './addresses.ts';

/** Returns a line of plain text, with a space where a host would see a mark and a name. */
export function plainLine(line: string): string {
  const unlinked = line
    .replaceAll(/\*{3}(NO_CI)\*{3}/gi, '$1')
    .replaceAll(address, (part) => (isOfDiscussion(part) ? withoutScheme(part) : part));
  const parts = unlinked.split(address);
  return withoutOrders(parts.map((part, index) => (index % 2 === 0 ? defuseMarks(part) : withoutNames(part))).join(''));
}

const address = /((?:https?:\/\/|(?<![A-Za-z0-9.])www\.)(?:[^\s<>()[\]{}"'`\\&]|&(?!#))+)/gi;

function defuseMarks(text: string): string {
  return text
    .replaceAll(/\[((?:skip[ _-][a-z-]{2,20}|no[ _-]ci|[a-z-]{2,20}[ _-]skip))\]/gi, '($1)')
    .replaceAll(/(?<![A-Za-z0-9_])[@＠﹫](?=[\w.-])/g, '$& ')
    .replaceAll(/[#＃!&$](?=\d)|(?<!~)~(?=[\w"?])|%(?=[\w"])/g, '$& ')
    .replaceAll(/\b(G[HL])-(?=\d)/gi, '$1 ')
    .replaceAll(closedTicket, (_, words: string) => `${words}\u2011`)
    .replaceAll(/\[(issue|epic|work_item|merge_request|vulnerability|feature_flag|contact|snippet):(?=\S)/gi, '[$1: ')
    .replaceAll(/\biteration:(?=\S)/gi, 'iteration: ');
}

/**
 * A ticket of a separate tracker, after a word that closes: a non-breaking hyphen is used, which no tracker recognises.
 */
const closedTicket =
  /\b((?:[Cc]los|[Ff]ix|[Rr]esolv|[Ii]mplement)(?:e|es|ed|s|d|ing)?:?[ \t]{1,20}[A-Z][A-Z0-9_]{1,20})-(?=\d)/g;

/**
 * Separates what a shell, a workflow or a template would run, except in code spans. A backtick that is not part of one is
 * replaced.
 */
export function withoutCode(line: string): string {
  return line.replaceAll(spanOrMark, (found, run: string | undefined, at: number) => {
    if (run !== undefined) return found;
    if (found.startsWith('`')) return found.length >= 3 && at === 0 ? '~~~' : "'";
    return `${found} `;
  });
}

const spanOrMark = new RegExp(
  String.raw`(?<!\x60)(\x60+)(?!\x60).*?(?<!\x60)\1(?!\x60)|\x60+|${codeMark.source}`,
  'gu',
);

/** Removes the effect of lines that a host or git would execute: `/close`, and `Signed-off-by: …` and the like. */
function withoutOrders(line: string): string {
  return line
    .replace(/^([\s>*+-]*)\/(?=([A-Za-z_]+)(?:\s|$))(\w+)/, '$1“/$2”')
    .replaceAll(/([A-Za-z]-by)[ \t]{0,20}:/gi, '$1 -')
    .replace(/^([\s>*+-]*)([A-Za-z][A-Za-z-]*)[ \t]{0,20}:/, (whole, marks: string, token: string) =>
      isTrailer(token) ? `${marks}${token} -` : whole,
    );
}

function isTrailer(token: string): boolean {
  return token.includes('-') || /^(?:cc|changelog)$/i.test(token);
}
