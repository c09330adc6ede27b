import { allKinds } from '../../src/docs/kinds/all.ts';
import { plain } from '../../src/docs/kinds/plain/plain.ts';
import {
  codeNotations,
  type CodeNotation,
  type CodeRules,
  type RunsWhere,
} from '../../src/docs/page-code/code-rules.ts';
import { pagesAlwaysDeletable } from '../../src/mandate/change-limits.ts';
import { kindsOfFiles } from '../../src/mandate/kinds-of-files.ts';
import { capitalNames, dataFolders, dataNames } from '../../src/mandate/new-files.ts';
import { words } from '../../src/mandate/name-patterns.ts';
import { runningFolders } from '../../src/mandate/places.ts';
import { plainHidden, protectedNames } from '../../src/mandate/protected.ts';
import { maximumPathCharacters } from '../../src/workspace/tree/portable-names.ts';

/** Returns `docs/mandate.md`, generated from the rules. */
export function mandateDocument(): string {
  return `---
description: "The files that a job may write, how much of them, and what is refused even where a project allows more."
---

# What a job may write

A job may write what this page lists, and nothing else. The list is derived from the project's settings and the commit from which the
job starts, before a model has read anything; it is the same for every model and for the built-in copyeditor. It is checked when a tool
writes: the model is told why a path is refused and what it may write, and the transcript records the attempt. The whole change is
checked again before any of it leaves the server, with the settings of that time: then a refusal fails the job with \`path_refused\`.
Commits that people have pushed to the branch of a pull request are not checked.

## In the docs folder

| kind | extensions |
|---|---|
${Object.values(kindsOfFiles)
  .map(({ says, endings }) => `| ${says} | ${codes(words(endings).map((ending) => `.${ending}`))} |`)
  .join('\n')}

New data needs a place or a name that docs use for data, since tools look for their files under more and more names: it must be in a
folder, at any depth, named ${codes(words(dataFolders))}, or its name must match one of ${codes(words(dataNames))}. Existing data may be
changed anywhere, unless something [obeys it](#what-is-obeyed), and moved under its own name. But if the whole repository is the docs,
changing data at its root also needs such a name, or that of a language, such as \`es.json\`: tools look for their files there. A new
page with the extension \`.md\` may have a name in capitals only if it is one that people use: ${codes(words(capitalNames))}, or has at
most three letters. Of the last 25,609 commits to the docs of 34 public repositories that touch nothing but docs, two had other new
data, and none another page in capitals.

Files of other kinds, such as \`.html\` and code samples, may be removed, and moved unchanged: with the same content and the same
extension, not into another folder in which builds look for programs and templates, and not into a folder whose name begins with a
dot. So a folder of pages may be moved with everything in it. The folders of builds are ${codes(words(runningFolders))}.

## The site's own files

These may be changed in the docs folder, in a folder above it, and in a site beside it that has its pages there. The old and the new
version are parsed and compared in a thread with a limit of two seconds, and nothing in them is run; only people may change what is too
large or cannot be read.

| files | what may change |
|---|---|
| \`SUMMARY.md\`, \`_sidebar.md\`, \`_navbar.md\`, \`toc.yml\`, \`_toc.yml\`, \`docs.json\`, \`mint.json\`, \`.gitbook.yaml\`, \`sidebars.json\`, \`_data/\` | anything, if they already exist |
| \`docusaurus.config.*\`, \`astro.config.*\`, \`.vitepress/\`, \`*sidebar*.js\`, \`_meta.js\` and the same in TypeScript | literals under \`sidebar\`, \`nav\`, \`navbar\`, \`footer\`, \`localeLinks\` and \`redirects\`, or that these use by name; in files that contain only navigation, all literals; of a call's arguments there, those under \`items\`. No call, no element, no computed text, nothing else in the program |
| \`mkdocs.yml\`, \`book.toml\`, \`_config.yml\`, \`hugo.toml\` and Hugo's other settings | navigation, menus, redirects, the site's name and description |
| \`_redirects\` | simple redirects from a path of the site with a status of 301, 302, 303, 307 or 308 |
| \`vercel.json\`, \`netlify.toml\` | redirects from one path of the site to another |

\`_redirects\` and \`_meta.*\` may be new. Only people may change \`conf.py\` of Sphinx and \`docfx.json\`.

## Code in pages and data

Before a change leaves the server, its new code is found by comparing the whole change with the docs at the commit from which the job
starts: imports, exports and expressions that call something in MDX; scripts, bindings and text between double braces in Vue; elements
for scripts and frames, event handlers, also in attribute lists (\`{onclick="…"}\`), and addresses that run something, however they are
written; shortcodes and template tags; directives that run, import or show something unescaped; fences of markdown-exec and comments of
mdbook-cmdrun; includes of what is not in the docs, also by \`$ref\` in data; SVG with any of these; front matter that is a program
(\`---js\`), and keys of front matter and data that load scripts (\`head\`, \`customJs\`, \`integrations\`, …). Code that is moved, or
already called or imported in another page, is not new, and neither are imports of pages and images, and of components that the kind
itself provides. A sample does not
count as code if every reader of its dialect takes it for one: a fence with a plain first line, closed by the same mark, outside of HTML
elements and formulas; a span that begins and ends on its line. Everything else is read as live text: indented code, fences within
elements on Jekyll and MkDocs, what follows a mark without a partner, comments of HTML that do not begin their line. A sample that the
page had before is not new, as long as what is around it stays.

**What is not proved harmless is code.** Each language is read as its builder reads it, and what is not on the list of the harmless
counts: a directive that Docutils, Sphinx, MyST or their usual extensions do not show as text, a name in an expression that the page
does not declare, a tag of a template that is not built in, syntax beyond values, elements and functions. A page or file that cannot be
read to its end, in time or by the rules of its language, may contain anything and is refused, unless it is the same as before. Where
builders differ in what a sample is (a line of colons that ends a container within a fence), it is none. Control characters, a carriage
return alone among them, are refused where they are new: some readers end lines at them, and others drop them.

**A page that belongs to no site**, or to one whose configuration is partly computed, is read by the strictest rules of every builder
whose configuration or npm package is in the repository; if there is none, by those of all builders, with samples taken for text. Only
Markdown as MDX is left out there: a builder that reads \`.md\` as MDX shows in the repository.

The following is not searched for: server-side includes, PHP, formulas in CSV, and doctests (\`mdbook test\`).

**Code that runs when the site is built is refused**: when the model is done, each place is reported to it with the docs' problems, as
\`refused-code\`, and it has the same three rounds to remove the code; it cannot contest this. If the code stays, the job fails with
\`path_refused\`, and a message can continue it. **Code that runs in readers' browsers is listed on top of the pull request**, with file
and line. Each is said to run by the site's builder, also on a server where its framework has one, or in browsers. What runs where:

| site | ${Object.values(columns).join(' | ')} |
|---|${Object.values(columns)
    .map(() => '---')
    .join('|')}|
${[...allKinds, plain].map(({ label, runs }) => `| ${label} | ${cells(runs)} |`).join('\n')}

Front matter that is a program is refused on every site. So are includes from outside the repository, whatever the settings below say:
paths on the build machine (\`/etc/passwd\`), paths above the repository, and hidden files (\`.git/config\`); but Docsify's includes,
which browsers fetch, are reported. Includes of files beside the docs folder are reported on every site. Macros of MkDocs and
substitutions of MyST count unless the site's configuration can be read and certainly leaves templates alone. Files whose content is
not checked and that builders run, such as \`.html\`, \`.svelte\`, \`.astro\`, \`.vue\` and \`.njk\`, which a glob of the project may
allow, are refused; \`robots.txt\` and drawings are reported. Svelte expressions in Markdown, and code in PDFs, are not searched for. A
file that the project allows by its exact path may contain any code; this is reported to reviewers.

\`--page-code refuse\` refuses all of it, \`mark\` reports it to reviewers and refuses none, \`allow\` does neither; \`auto\` is as
described above.

## New hosts and install commands

The top of the pull request lists new hosts and install commands, with file and line, at most 20 of each. A host is new if links,
images, or addresses in data, in navigation programs or in \`_redirects\` lead to it, spelt in any way that browsers accept, and the docs
do not name it yet. An install command installs or runs what somebody publishes (\`npm install x\`, \`pip install x\`, \`curl … | sh\`,
\`docker run x\`, \`irm … | iex\`, \`claude mcp add x\`, …). Lines are read as a shell reads them, with pipes, substitutions, quotation
marks and lines that continue, and commands are compared by program and package, or by host: another version or option of a known
command is not new. Addresses that install something by a click count as well. Addresses in code blocks are samples. \`--new-hosts\` and \`--install-commands\` take \`mark\`, \`refuse\`
or \`allow\`; the project's page has the same settings.

## Texts that readers do not see

Agents read more of a page than people do: comments, hidden elements, titles that no link shows. A text there can give them an order,
and no reader notices. So the pull request lists each new one that speaks to a machine, or has eight words and more: comments of HTML,
MDX, templates, reStructuredText, MyST, AsciiDoc, Org, YAML, TOML and JSON; elements that \`hidden\`, a style or a class hides; titles of
links to nowhere. Alternatives of images and other attributes are listed if they give a machine an order. Text that the docs hid before is
not new. Of 720 commits of six public docs repositories, 11 add one, mostly notes to the next author.

## How large a change may be

The size of a job's change in its pull request, over all of its turns, is measured after each write by a tool, and again before anything
leaves the server. A call that makes the change too large is undone completely, in all of its files, and the model is told the size, the
limit and what it may do; the transcript records the attempt. If the whole change is too large, the job fails with \`too_large_change\`:
nothing is pushed, what is done is kept, and a message can continue the job.

| limit | setting | default of a new project | 99.9 % of real changes | the largest |
|---|---|---|---|---|
| files that are added, changed or removed; a move is one | \`--refuse-files-over\` | 2,000 | 179 | 832 |
| bytes of new contents, counting each changed file completely; a file that moves unchanged has none | \`--refuse-bytes-over\` | 20,000,000 | 2,690,430 | 10,060,631 |
| percent of the docs' pages that are deleted; ${pagesAlwaysDeletable} may always be deleted | \`--refuse-deleted-over\` | 25 | 9.7 | 100 |

A page counts as deleted by the share of its text whose lines are in no remaining page: an emptied page is deleted, one cut to half
counts a half, and text that moves, splits or is joined counts nothing. Text that is replaced by other text of the same length is not
deleted: the limits of files and bytes apply to that. Pages are the prose of the first table; for images and data, files and bytes
count. Commits that people push to the branch, and what a merge brings, do not count for the job; a file that both changed does. If a
change is too large, calls that do not make it larger are allowed, so that a model can undo something. \`none\` removes a limit. The
size that reviewers prefer for a pull request is a separate setting, and refuses nothing: [how large a pull request may
be](operating.md#how-large-a-pull-request-may-be).

The figures come from the 24,056 changes to docs on the main lines of mintlify/docs, vuejs/docs, withastro/docs, withastro/starlight,
rust-lang/book, vitest-dev/vitest, astral-sh/uv, docsifyjs/docsify, gohugoio/hugoDocs, mkdocs/mkdocs and squidfunk/mkdocs-material. The
defaults of a new project would have refused eight of them (0.03 %): old docs that were removed or moved away, and docs that were
rewritten.

## What a project allows besides

\`copydesk project set Handbook --allow "docs/examples/**" --allow docs/conf.py\` allows what no row above does, as paths from the root
of the repository with \`*\`, \`**\` and \`?\`, at most 50; the project's page has the same setting, and \`--no-allow\` removes it. A
glob does not allow files that something obeys: these need their exact path, and then the whole file may be changed.

**Who may lower the protection**: owners, and keys with \`admin\`. Editors may raise it: remove an allowed path, refuse more, set a lower
limit. This holds for \`allow\`, \`pageCode\`, \`newHosts\`, \`installCommands\`, \`checks\`, the sizes above and the limits of jobs, in the
API and on the pages; a request that lowers one of them changes nothing. Each change is in the audit log. While code in pages, new hosts
or install commands are less protected than usual, or further paths are allowed, the project's page and each of its pull requests say
what is lowered, and who did it last.

## What is obeyed

Jobs may not write these files anywhere, not even in the docs folder, and however the names are written: case, invisible characters,
other forms of the same letters, and trailing dots or spaces make no difference. For pages and images, only the names below with the
same extension count: \`vercel.md\` is a page about Vercel. A page such as \`concepts/agents.md\` may be changed if it already exists.

| obeyed by | names |
|---|---|
${protectedNames.map(({ says, names }) => `| ${says} | ${codes(words(names))} |`).join('\n')}
| tools | every other name that begins with a dot, except ${codes(words(plainHidden))} |

## New names

The name of a new file or folder must be valid on every system. It must not be a device on Windows (\`aux\`, \`CON.md\`) or an alias
there (\`GITMOD~1\`). A shell must not run a part of it if a workflow puts names of changed files into a command: no \`-\` or \`~\` at
the start, no \`;\`, backtick, \`$(\`, \`\${\`, \`{{\`, \`{%\` or \`#{\`, and no \`&\` with more than one word after it. It must not contain
\`< > : " | ? * \\\`, a leading space, a trailing space or dot, or invisible, bidirectional or control characters, and must not differ
from a name beside it only in case or in how an accent is written. Its path has at most ${maximumPathCharacters} characters. Existing
files may be changed whatever their names.
`;
}

/** The columns of the table of code, one for each notation. */
const columns: Record<CodeNotation, string> = {
  modules: 'MDX',
  vue: 'Vue',
  macros: 'macros',
  templates: 'Liquid',
  shortcodes: 'shortcodes',
  preprocessors: 'preprocessors',
  directives: 'directives',
  includes: 'includes of other sites',
  elements: 'elements and addresses',
};

/** Returns where each notation runs, in the order of the columns. */
function cells(rules: CodeRules): string {
  return codeNotations.map((notation) => where(rules[notation])).join(' | ');
}

function where(runs: RunsWhere | 'never'): string {
  return { build: '**built: refused**', reader: 'reported', never: '–' }[runs];
}

function codes(names: string[]): string {
  return names.map((name) => `\`${name}\``).join(' ');
}
