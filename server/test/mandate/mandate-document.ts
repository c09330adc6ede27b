import { allKinds } from '../../src/docs/kinds/all.ts';
import { plain } from '../../src/docs/kinds/plain/plain.ts';
import type { CodeNotation, CodeRules, RunsWhere } from '../../src/docs/page-code/code-rules.ts';
import { pagesAlwaysDeletable } from '../../src/mandate/change-limits.ts';
import { kindsOfFiles } from '../../src/mandate/kinds-of-files.ts';
import { capitalNames, dataFolders, dataNames } from '../../src/mandate/new-files.ts';
import { words } from '../../src/mandate/name-patterns.ts';
import { runningFolders } from '../../src/mandate/places.ts';
import { plainHidden, protectedNames } from '../../src/mandate/protected.ts';
import { maximumPathCharacters } from '../../src/workspace/portable-names.ts';

/** `docs/mandate.md`, made from the rules. */
export function mandateDocument(): string {
  return `---
description: "The files that a job may write, how much of them, and what is refused even where a project allows more."
---

# What a job may write

A job may write what this page lists, and nothing else. The list is fixed from the project's settings and the commit that the job
begins at, before a model has read anything; it is the same for every model and for the built-in copyeditor. It is asked when a tool
writes: the model is told why a path is refused and what it may write, and the attempt stands in the transcript. And it is asked
once more of the whole change before any of it leaves, by the settings of that time: then a refusal fails the job with
\`path_refused\`. What people have pushed to the branch of a pull request is theirs.

## In the docs folder

| what | names that end in |
|---|---|
${Object.values(kindsOfFiles)
  .map(({ says, endings }) => `| ${says} | ${codes(words(endings).map((ending) => `.${ending}`))} |`)
  .join('\n')}

New data needs a place or a name that docs have for it, since tools look for theirs under ever more names: it lies in a folder, at any
depth, of ${codes(words(dataFolders))}, or is named as one of ${codes(words(dataNames))}. What is there already may be changed wherever it lies,
unless somebody [obeys it](#what-is-obeyed), and be moved under its own name; but where the whole repository is the docs, data at its top
needs such a name to be changed, too, or that of a language, such as \`es.json\`: tools look for theirs there. A new page that ends in \`.md\` is named in capitals only as people name theirs: ${codes(words(capitalNames))},
or with three letters at the most. Of the last 25,609 commits to the docs of 34 public repositories that touch nothing but docs, two had other new
data, and none another page in capitals.

Files of other kinds, such as \`.html\` and code samples, may be removed, and moved as they are: the same content under a name of the
same ending, in no folder more of those in which builds look for programs and templates, and with no dot in front of a folder. So a
folder of pages may be moved with all that lies in it. These folders are ${codes(words(runningFolders))}.

## The site's own files

These may be changed in the docs folder, in a folder above it, and in a site beside it that has its pages there. Before and after
are parsed and compared in a thread with two seconds, and nothing of them is run; what is too large or cannot be read is for people
to change.

| files | what may change |
|---|---|
| \`SUMMARY.md\`, \`_sidebar.md\`, \`_navbar.md\`, \`toc.yml\`, \`_toc.yml\`, \`docs.json\`, \`mint.json\`, \`.gitbook.yaml\`, \`sidebars.json\`, \`_data/\` | anything, where they are there already |
| \`docusaurus.config.*\`, \`astro.config.*\`, \`.vitepress/\`, \`*sidebar*.js\`, \`_meta.js\` and their like in TypeScript | literals under \`sidebar\`, \`nav\`, \`navbar\`, \`footer\`, \`localeLinks\` and \`redirects\`, or that these use by name; in files that are nothing but navigation, all literals; of what a call there is given, those under \`items\`. No call, no element, no computed text, nothing else of the program |
| \`mkdocs.yml\`, \`book.toml\`, \`_config.yml\`, \`hugo.toml\` and Hugo's other settings | navigation, menus, redirects, the site's name and description |
| \`_redirects\` | plain redirects from a path of the site with a status of 301, 302, 303, 307 or 308 |
| \`vercel.json\`, \`netlify.toml\` | redirects from one path of the site to another |

\`_redirects\` and \`_meta.*\` may be new. \`conf.py\` of Sphinx and \`docfx.json\` are for people to change.

## Code in pages and data

What a change brings is compared with what the docs have at the commit that the job begins at, on the whole change before any of it
leaves: imports, exports and expressions that call something in MDX; scripts, bindings and text between double braces of Vue; elements
for scripts and frames, event handlers, in lists of attributes (\`{onclick="…"}\`) too, and addresses that run something, however they are spelt; shortcodes and tags of templates;
directives that run, import or show something as it is; fences of markdown-exec and comments of mdbook-cmdrun; includes of what is not of the docs, by \`$ref\` of data too; SVG with any of these; front matter that is a program (\`---js\`), and keys of front matter and data that bring scripts
(\`head\`, \`customJs\`, \`integrations\`, …). What is moved, or called or imported in another page already, is not new, and neither are
imports of pages and images, and of components that the kind itself brings. A sample in a code block is no code.
Not looked for are directives of AsciiDoc and Org, what mkdocstrings takes in (\`::: acme.run\`), diagrams in code blocks, and samples that a build or a
browser runs by itself (\`mdbook test\`, doctests, live code), files that a fence names to be shown (\`file=\`), server-side includes, PHP, and formulas in CSV.

**What runs when the site is built is refused**: when the model is done, it is told of each place with the docs' problems, as
\`refused-code\`, and has the same three rounds to take it out; it cannot contest it. If it stays, the job fails with
\`path_refused\`, and a message can go on. **What runs in the browsers of readers stands on top of the pull request**, with
file and line. What runs where:

| site | ${Object.values(columns).join(' | ')} |
|---|${Object.values(columns)
    .map(() => '---')
    .join('|')}|
${[...allKinds, plain].map(({ label, runs }) => `| ${label} | ${cells(runs)} |`).join('\n')}

Front matter that is a program is refused on every site. So are includes of what is none of the repository's, whatever the settings
below say: paths of the machine that builds (\`/etc/passwd\`), what lies above the repository, and hidden files (\`.git/config\`); but
Docsify's, which browsers fetch, are told. Includes of files beside the docs folder are told on every site. Macros count where the
site's configuration names a plugin for them, and in Markdown files beside the configuration of Eleventy, whose templates they are. Files
that are not looked into are told: \`robots.txt\`, diagrams, and what a glob of the project allows besides, such as \`.html\`, \`.svelte\`, \`.astro\`,
\`.vue\` and \`.njk\`. Not looked for are expressions of Svelte in Markdown, and code in PDFs. A file that the project allows to the letter may have any code; reviewers are told.

\`--page-code refuse\` refuses all of it, \`mark\` tells reviewers and refuses none, \`allow\` does neither; \`auto\` is as above.

## New hosts and install commands

Links, images, addresses of data, of navigation in programs and of \`_redirects\` that lead to a host which the docs do not name anywhere yet, and commands that install or run what
somebody publishes (\`npm install x\`, \`pip install x\`, \`curl … | sh\`, \`docker run x\`, \`irm … | iex\`, …) and stand nowhere in the
docs yet, stand on top of the pull request, with file and line; 20 of each are told. Addresses in code blocks are samples.
\`--new-hosts\` and \`--install-commands\` say \`mark\`, \`refuse\` or \`allow\`; the project's page has the same settings.

## How large a change may be

What a job changes in its pull request, over all of its turns, is measured when a tool has written, and once more before anything
leaves. A call that makes it too large is taken back whole, in all of its files, and the model is told what was found, the limit and
what it may do; the attempt stands in the transcript. A whole change that is too large fails the job with \`too_large_change\`:
nothing is pushed, what is done is kept, and a message can go on.

| limit | setting | as a project is made | 99.9 % of real changes | the largest |
|---|---|---|---|---|
| files that are added, changed or removed; a move is one | \`--refuse-files-over\` | 2,000 | 179 | 832 |
| bytes of new contents, each changed file whole; what moves as it is has none | \`--refuse-bytes-over\` | 20,000,000 | 2,690,430 | 10,060,631 |
| percent of the docs' pages that are deleted; ${pagesAlwaysDeletable} may always go | \`--refuse-deleted-over\` | 25 | 9.7 | 100 |

A page is deleted by the share of its text whose lines stand in no page that the change leaves: one that is emptied is deleted, one
that is cut to a half counts a half, and what moves, splits or is joined counts nothing. Text that is replaced by other text of the
same length is not deleted: files and bytes bound that. Pages are prose by the first table; of images and data, files and bytes
count. Commits that people push to the branch, and what a merge brings, are not the job's; a file that both have changed is. What
makes a change that is too large no larger is allowed, so that a model can take something back. \`none\` takes a limit away. A pull
request that reviewers would rather have smaller is another matter, and refuses nothing: [how large a pull request may
be](operating.md#how-large-a-pull-request-may-be).

The figures are of the 24,056 changes to docs on the main lines of mintlify/docs, vuejs/docs, withastro/docs, withastro/starlight,
rust-lang/book, vitest-dev/vitest, astral-sh/uv, docsifyjs/docsify, gohugoio/hugoDocs, mkdocs/mkdocs and squidfunk/mkdocs-material.
As a project is made, it would have refused eight of them (0.03 %): old docs that were removed or moved away, and
docs that were written anew.

## What a project allows besides

\`copydesk project set Handbook --allow "docs/examples/**" --allow docs/conf.py\` allows what no row above does, as paths from the top of
the repository with \`*\`, \`**\` and \`?\`, 50 at most; the project's page has the same setting, and \`--no-allow\` takes it away. A glob does not
allow what somebody obeys: that needs its path to the letter, and then all of the file may be changed.

## What is obeyed

Wherever they lie, in the docs folder too, and however they are spelt: case, invisible characters, other forms of the same
letters, and dots or spaces at the end make no difference. Of pages and images, only the names below that end as these do count:
\`vercel.md\` is a page about Vercel. A page such as \`concepts/agents.md\` may be changed where it is there already.

| obeyed by | names |
|---|---|
${protectedNames.map(({ says, names }) => `| ${says} | ${codes(words(names))} |`).join('\n')}
| tools | every other name with a dot in front, but for ${codes(words(plainHidden))} |

## New names

A new file or folder gets a name that every system can hold: none that is a device on Windows (\`aux\`, \`CON.md\`) or stands for another
there (\`GITMOD~1\`), none of which a shell may run a part where a workflow puts names of changed files into a command: with a
\`-\` or \`~\` in front, with \`;\`, a backtick, \`$(\` or \`\${\`, or with \`&\` and more than one word behind it; none with \`< > : " | ? * \\\`, with a space in front or a space or dot at the end, with invisible, bidirectional or
control characters, and none that differs from one beside it in case or in how an accent is written alone. Its path has at most
${maximumPathCharacters} characters. What is there already may be changed whatever its name.
`;
}

/** The columns of the table of code, one for each notation. */
const columns: Record<CodeNotation, string> = {
  modules: 'MDX',
  vue: 'Vue',
  macros: 'macros',
  templates: 'templates by name',
  directives: 'directives',
  includes: 'includes of other sites',
  elements: 'elements and addresses',
};

/** Where each notation runs, in the order of the columns. */
function cells({ modules, vue, macros, templates, directives, includes, elements }: CodeRules): string {
  const row: Record<CodeNotation, RunsWhere | 'never'> = {
    modules,
    vue,
    macros,
    templates,
    directives,
    includes,
    elements,
  };
  return Object.values(row).map(where).join(' | ');
}

function where(runs: RunsWhere | 'never'): string {
  return { build: '**built: refused**', reader: 'told', never: '–' }[runs];
}

function codes(names: string[]): string {
  return names.map((name) => `\`${name}\``).join(' ');
}
