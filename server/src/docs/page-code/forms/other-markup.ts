import { extensionOf } from '../../text/paths.ts';
import { isRunningAddress } from '../addresses.ts';
import { addressPiece, collapseSpace, includedPiece, longestWordOf, type CodePiece } from '../piece.ts';
import type { CodeQuestion } from '../code-rules.ts';
import { UnreadableText } from '../unreadable.ts';
import { htmlCode } from './html.ts';
import { templateCode } from './templates.ts';

/**
 * Returns what AsciiDoc and Org run, and what diagrams, tables and other texts bring into a page that includes them.
 */
export function otherCode({ text: written, path, rules }: CodeQuestion): CodePiece[] {
  const text = /^\.(?:adoc|asciidoc)$/.test(extensionOf(path)) ? withAttributes(written) : written;
  const includes = text.matchAll(/include::([^[\n]+)\[|^[ \t]*#\+(?:INCLUDE|SETUPFILE):[ \t]*"?([^"\s]+)/gim);
  const images = text.matchAll(/\b(?:image|video|audio)::?([^[\s]+)\[/g);
  const addresses = text.matchAll(/(?<![\w`])((?:javascript|vbscript|data):[^\s`[\]]+)/gi);
  const running = text.matchAll(
    /^[ \t]*(?:#\+(?:BEGIN_SRC|CALL|begin_export|attr_html|macro)\b[^\n]*|ifeval::[^\n]*)|\bpass:[a-z]*\[[^\]]*\{[^\n]*/gim,
  );
  return [
    ...htmlCode(text),
    ...[...includes].map(({ 1: include, 2: org, index }) => includedPiece(include ?? org ?? '', index)),
    ...[...images].flatMap(({ 1: image = '', index }) =>
      /^(?:\/|[a-z]:[\\/])/i.test(image)
        ? [includedPiece(image, index)]
        : [{ ...includedPiece(image, index), isPublished: true }],
    ),
    ...[...addresses].flatMap(({ 1: address = '', index }) =>
      isRunningAddress(address) ? [addressPiece(address, index)] : [],
    ),
    ...[...running].flatMap(({ 0: line, index }): CodePiece[] => {
      const isOfReader = /attr_html|macro|pass:/i.test(line);
      if (
        isOfReader
          ? !/:on[a-z]+|pass:|macro:|:(?:href|src)\b/i.test(line)
          : !/:exports\s+(?:results|both)|CALL|ifeval/i.test(line)
      )
        return [];
      const runs = isOfReader ? 'reader' : 'build';
      return [{ kind: 'directive', runs, key: collapseSpace(line), seek: longestWordOf(line), offset: index }];
    }),
    ...templateCode(text, rules),
  ];
}

/**
 * Returns a text of AsciiDoc with the attributes that it sets itself, `:name: value`, in the place of their references.
 * @throws UnreadableText if it grows too much.
 */
function withAttributes(text: string): string {
  const values = new Map(
    Array.from(
      text.matchAll(/^:([\w-]+):[ \t]+([^\n\r]*)|\{set:([\w-]+):([^{}\n]*)\}/gm),
      ({ 1: name, 2: value, 3: set = '', 4: other }) => [(name ?? set).toLowerCase(), value ?? other ?? ''],
    ),
  );
  if (values.size === 0) return text;
  let resolved = text;
  for (let round = 0; round < 5 && /\{[\w-]+\}/.test(resolved); round += 1) {
    resolved = resolved.replaceAll(/\{([\w-]+)\}/g, (all, name: string) => values.get(name.toLowerCase()) ?? all);
    if (resolved.length > text.length * 5 + 100_000) throw new UnreadableText('its attributes grow without end');
  }
  return resolved;
}
