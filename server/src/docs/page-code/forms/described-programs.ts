import { collapseSpace, longestWordOf, placedAt, type CodePiece } from '../piece.ts';
import { htmlCode } from './html.ts';

/**
 * Returns what plugins of MkDocs describe or build from a page: `::: package.module` of mkdocstrings, whose package is
 * read or imported, `::: mkdocs-click` with its options, and elements of `/// html | tag[attributes]`
 * (facelessuser.github.io/pymdown-extensions/extensions/blocks/plugins/html).
 */
export function describedPrograms(text: string): CodePiece[] {
  const described = [...text.matchAll(/^[ \t>]*:::[ \t]*([\w.:-]+)((?:\n[ \t]*(?=\n)|\n[ \t]+[^\n]*)*)/gm)].map(
    ({ 1: name = '', 2: options = '', index }): CodePiece => {
      // Options may name another handler, or extensions in Python.
      const isProgram =
        name.includes('-') ||
        /\b(?:handler|extensions|force_inspection|preload_modules|paths|inventories|import)\b/.test(options);
      const first = name.split(/[.:]/)[0] ?? '';
      const key = isProgram ? collapseSpace(`${name} ${options}`) : `import ${first}`;
      return { kind: 'directive', runs: 'build', key, seek: isProgram ? longestWordOf(name) : first, offset: index };
    },
  );
  const elements = [...text.matchAll(/^[ \t>]*\/{3,}[ \t]*html[ \t]*\|[ \t]*([\w:-]+)([^\n]*)/gm)].flatMap(
    ({ 1: tag = '', 2: rest = '', index }) =>
      htmlCode(`<${tag} ${rest.replace(/[[\]]/g, ' ')}>`).map((piece) => placedAt(piece, index)),
  );
  return [...described, ...elements];
}
