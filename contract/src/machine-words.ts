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
  const plain = name.normalize('NFKC');
  return (
    /^(?:@|(?:FETCH_|ORIG_|MERGE_|CHERRY_PICK_|REVERT_|BISECT_|REBASE_|AUTO_)?HEAD|AUTO_MERGE|MERGE_AUTOSTASH|BISECT_START|stash)(?:\/|$)/i.test(
      plain,
    ) ||
    /^(?:[\da-f]{40}|[\da-f]{64})$/i.test(plain) ||
    /^(?:-|refs(?:\/|$)|(?:heads|tags|remotes|bisect|worktrees|rewritten)\/)|(?:^|\/)HEAD$/i.test(plain) ||
    /[$`;&|<>(){}"'!#%]/.test(plain) ||
    new TextEncoder().encode(name).length > 244
  );
}

/**
 * Returns a line with which no shell, workflow, script or template runs a part, or leaves the quotation marks that it is
 * put into. The marks that could begin or end something are replaced by ones that read the same, or removed; typographic
 * quotation marks too, which PowerShell takes for plain ones. A workflow that uses the line without quotation marks runs
 * words whatever they are, which no text can prevent. Applying it twice changes nothing more.
 */
export function withoutCommands(line: string): string {
  return folded(line, /["'`$;&|<>{}\\#%]/)
    .replaceAll('`', '')
    .replaceAll(/\$(?! ?\d)/g, '')
    .replaceAll(/["“”„‟]/g, 'ʺ')
    .replaceAll(/['‘’‚‛]/g, 'ʼ')
    .replaceAll('->', '→')
    .replaceAll('=>', '⇒')
    .replaceAll('<-', '←')
    .replaceAll('<=', '≤')
    .replaceAll('>=', '≥')
    .replaceAll(/<+/g, '‹')
    .replaceAll(/>+/g, '›')
    .replaceAll(/&+/g, ' and ')
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

/**
 * Spells plainly the marks with which {@link codeMark} begins and which programs normalise to these (Unicode, NFKC): `＄`
 * becomes `$`. Other punctuation of Chinese and Japanese, such as `；`, stays.
 */
export function withPlainMarks(text: string): string {
  return folded(text, /[`$%{<]/);
}

function folded(text: string, marks: RegExp): string {
  return text.replaceAll(/[^\p{ASCII}\p{L}\p{N}\p{M}]/gu, (character) => {
    const plain = character.normalize('NFKC');
    return marks.test(plain) ? plain : character;
  });
}
