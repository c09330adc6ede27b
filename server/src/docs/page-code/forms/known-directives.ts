/** What a directive does with its argument, options and content. */
export type DirectiveUse =
  /** It shows its content, which is text with directives of its own, or nothing. */
  | 'shows'
  /** Its content is a sample of code. */
  | 'sample'
  /** Its argument names a file whose text becomes a part of the page. */
  | 'includes'
  /** Its argument names a program that is imported to describe it. */
  | 'imports'
  /** Its content is HTML, or another format, that reaches the output unchanged. */
  | 'raw'
  /** Its content is reStructuredText. */
  | 'structured'
  /** It runs its argument or its content. */
  | 'runs'
  /** Nothing is known of it: it is an extension of the site. */
  | 'unknown';

const shows = new Set(
  // docutils.sourceforge.io/docs/ref/rst/directives.html
  (
    'attention caution danger error hint important note tip warning admonition image figure topic sidebar line-block ' +
    'parsed-literal math rubric epigraph highlights pull-quote compound container table csv-table list-table contents ' +
    'sectnum section-numbering header footer target-notes unicode replace date class title meta ' +
    // sphinx-doc.org/en/master/usage/restructuredtext/directives.html and its own extensions
    'toctree versionadded versionchanged deprecated versionremoved version-added version-changed version-deprecated version-removed seealso centered hlist highlight ' +
    'highlightlang glossary productionlist index only tabularcolumns acks sectionauthor codeauthor moduleauthor describe object ' +
    'module currentmodule function data exception method classmethod staticmethod attribute property type decorator ' +
    'decoratormethod envvar confval option cmdoption rst-class todo todolist default-domain cfunction cmember cmacro ctype cvar ' +
    'setting term token doctest testoutput graphviz tab-set-code ' +
    // sphinx-design, sphinx-tabs, sphinx-togglebutton, sphinx-proof, Jupyter Book and MyST
    'grid grid-item grid-item-card card card-header card-footer card-carousel dropdown tab-set tab-item button-link button-ref ' +
    'article-info div icon tabs tab group-tab details collapse toggle panels margin aside figure-md tabbed tableofcontents ' +
    'exercise exercise-start exercise-end solution solution-start solution-end proof theorem lemma definition example remark ' +
    'corollary axiom conjecture criterion property observation proposition assumption algorithm ' +
    'abbr keyboard kbd mathjax blockquote youtube vimeo video audio mermaid graph digraph iframe bibliography footbibliography ' +
    'attributes'
  ).split(' '),
);

/** Whether a directive or role of a domain of Sphinx describes, or names, what its argument names: `py:function`, `http:get`. */
function isDescribing(name: string): boolean {
  return (
    /^(?:py|c|cpp|js|rst|std|math|go|php|rb|http|prf|java|rust|restconf|ts):[\w:.-]+$/.test(name) &&
    !/auto|exec|eval|run/.test(name)
  );
}

const samples = /^(?:code|code-block|code-tab|sourcecode|prompt)$/;

/** Extensions that run their content, or a program that they name, by all that their names suggest. */
const runs =
  /exec|eval|(?:^|[-_:])(?:run|sh|shell|bash|zsh|cmd|script|system|spawn)(?:$|[-_:])|runblock|runcmd|program-?output|command-?output|code-cell|jupyter|ipython|plot|thebe|marimo|ifconfig|needtable|testsetup|testcode|testcleanup|datatemplate|jinja|runblock|python|doctest-|repl\b|conditional|py:exec|mathics|sagecell|octave|julia/;

/** Returns what a directive of Docutils, Sphinx or MyST does. Names are compared in lower case, as Docutils does. */
export function useOfDirective(written: string): DirectiveUse {
  const name = written.toLowerCase();
  if (samples.test(name)) return 'sample';
  if (name === 'eval-rst') return 'structured';
  if (name === 'raw') return 'raw';
  if (/^(?:literal)?include$|^mdinclude$|^include-(?:markdown|md|rst)$/.test(name)) return 'includes';
  if (shows.has(name) || isDescribing(name)) return 'shows';
  if (/^auto\w+$|^inheritance-diagram$|^(?:click|typer|argparse|cli\w*|pydantic\w*|django\w*|programs?)$/.test(name))
    return 'imports';
  return runs.test(name) ? 'runs' : 'unknown';
}

/** docutils.sourceforge.io/docs/ref/rst/roles.html, sphinx-doc.org/en/master/usage/restructuredtext/roles.html, MyST */
const plainRoles = new Set(
  (
    'emphasis strong literal code math subscript superscript sub sup title-reference title t abbreviation ac acronym ab ' +
    'pep-reference pep rfc-reference rfc any doc ref numref eq abbr command dfn file guilabel kbd keyboard mailheader makevar manpage ' +
    'menuselection mimetype newsgroup program regexp samp cve cwe envvar option token term keyword confval py c cpp js rst std ' +
    'mod func data const class meth attr type exc obj external cite footcite octicon fab fas far material-regular ' +
    'material-outlined material-round badge bdg butn-link index download sub-ref'
  ).split(' '),
);

/** Returns whether a role only shows its text, or a link that the text names. */
export function isPlainRole(written: string): boolean {
  const name = written.toLowerCase();
  return (
    plainRoles.has(name) ||
    isDescribing(name) ||
    /^(?:cite|footcite|external|bdg|fa|octicon|material)[\w:+.-]*$/.test(name)
  );
}
