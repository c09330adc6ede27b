/**
 * Words that machines read as well as people. Workflows put the titles of pull requests, the names of branches and of
 * changed files, and the messages of commits into commands and templates:
 * https://docs.github.com/en/actions/concepts/security/script-injections.
 */

/**
 * Matches where a shell, a workflow or a template begins code within other text: a backtick, `$(`, `${`, `$[`, `<(`,
 * `>(`, `{{`, `{%`, `{#`, `#{`, `%{`, `<%`.
 */
export const codeMark = /`|[$#%](?=\{)|\$(?=[([])|[<>](?=\()|\{(?=[{%#])|<(?=%)/u;

/** Returns whether a shell, a workflow or a template may run a part of a name. */
export function mayRun(name: string): boolean {
  const plain = name.normalize('NFKC');
  // After the & of `Q&A.md` comes one word, and no program has such a name.
  return codeMark.test(plain) || /;|&(?![\p{L}\p{N}_.-]*$)/u.test(plain);
}

/**
 * Returns whether git, or a shell, may take the name of a new branch or tag for something else: `HEAD`, the id of an
 * object, a path of refs, or an option. One such branch breaks the fetches and checkouts of others. GitHub refuses names
 * that look like ids as well: docs.github.com/en/get-started/using-git/dealing-with-special-characters-in-branch-and-tag-names.
 */
export function isMisleadingRef(name: string): boolean {
  return (
    /^(?:@|(?:FETCH_|ORIG_|MERGE_|CHERRY_PICK_|REVERT_|BISECT_|REBASE_|AUTO_)?HEAD|AUTO_MERGE|stash)$/i.test(name) ||
    /^(?:[\da-f]{40}|[\da-f]{64})$/i.test(name) ||
    /^(?:-|refs(?:\/|$)|(?:heads|tags|remotes)\/)|(?:^|\/)HEAD$/i.test(name) ||
    /[$`;&|<>(){}"'!#%]/.test(name.normalize('NFKC')) ||
    new TextEncoder().encode(name).length > 244
  );
}

/**
 * Returns a line of which no shell, workflow or template runs a part, wherever it is put: within quotation marks of any
 * kind or without, in a script or in a template. The marks that could begin or end something are replaced by ones that
 * read the same, such as typographic quotation marks, or removed. Applying it twice changes nothing more.
 */
export function withoutCommands(line: string): string {
  return line
    .replaceAll(foldable, (character) => character.normalize('NFKC'))
    .replaceAll('`', '')
    .replaceAll(/\$(?! ?\d)/g, '')
    .replaceAll(/(^|[\s([‘“—-])"(?=\S)/g, '$1“')
    .replaceAll('"', '”')
    .replaceAll(/(^|[\s([“—-])'(?=\S)/g, '$1‘')
    .replaceAll("'", '’')
    .replaceAll(/-+>/g, '→')
    .replaceAll(/=+>/g, '⇒')
    .replaceAll(/<-+/g, '←')
    .replaceAll('<=', '≤')
    .replaceAll('>=', '≥')
    .replaceAll(/<+/g, '‹')
    .replaceAll(/>+/g, '›')
    .replaceAll(/\s*&+\s*/g, ' and ')
    .replaceAll(/\|+/g, '/')
    .replaceAll(/;+/g, ',')
    .replaceAll('\\', '/')
    .replaceAll(/\{+/g, '(')
    .replaceAll(/\}+/g, ')')
    .replaceAll(/#{2,}/g, '#')
    .replace(/^(?:::|[-=+@~\s])+/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Characters that a program may normalise to one of the marks above. */
const foldable = /[＂＄％＆＇；＜＞＼＾｀｛｜｝﹔﹛﹜﹤﹥﹨﹩﹪﹠＃﹟]/g;
