/**
 * Directives of MyST whose bodies are Markdown, though they are fenced like code: ```` ```{note} ````. They come from
 * Docutils, Sphinx, sphinx-design and Jupyter Book:
 * myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html
 */
const proseDirectives = new Set(
  (
    'admonition attention caution danger error hint important note tip warning seealso versionadded versionchanged deprecated ' +
    'versionremoved topic sidebar epigraph highlights pull-quote compound container rubric figure list-table table only todo ' +
    'glossary centered div dropdown details toggle grid grid-item grid-item-card card card-carousel tab-set tab-item tabs tab ' +
    'tabbed panels margin aside exercise exercise-start solution solution-start proof theorem lemma definition example remark ' +
    'prf:proof prf:theorem prf:lemma prf:definition prf:example prf:remark prf:algorithm'
  ).split(' '),
);

/** Returns whether the text after a fence's mark opens a container of prose. */
export function opensProse(info: string): boolean {
  const name = directiveName(info);
  return name !== undefined && proseDirectives.has(name);
}

/** Returns the name of a directive: `{figure} image.png` → `figure`. */
export function directiveName(info: string): string | undefined {
  return /^\{([\w:.+-]+)\}/.exec(info)?.[1]?.toLowerCase();
}
