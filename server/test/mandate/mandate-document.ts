import { kindsOfFiles } from '../../src/mandate/kinds-of-files.ts';
import { words } from '../../src/mandate/name-patterns.ts';
import { plainHidden, protectedNames } from '../../src/mandate/protected.ts';
import { maximumPathCharacters } from '../../src/workspace/portable-names.ts';

/** `docs/mandate.md`, made from the rules. */
export function mandateDocument(): string {
  return `# What a job may write

A job may write what this page lists, and nothing else. The list is fixed from the project's settings and the commit that the job
begins at, before a model has read anything; it is the same for every model and for the built-in copyeditor. It is asked when a tool
writes: the model is told why a path is refused and what it may write, and the attempt stands in the transcript. And it is asked
once more of the whole change before any of it leaves: then a refusal fails the job with \`path_refused\`. What people have pushed to
the branch of a pull request is theirs.

## In the docs folder

| what | names that end in |
|---|---|
${Object.values(kindsOfFiles)
  .map(({ says, endings }) => `| ${says} | ${codes(words(endings).map((ending) => `.${ending}`))} |`)
  .join('\n')}

## The site's own files

These may be changed in the docs folder, in a folder above it, and in a site beside it that has its pages there. Before and after
are parsed and compared in a thread with two seconds, and nothing of them is run; what is too large or cannot be read is for people
to change.

| files | what may change |
|---|---|
| \`SUMMARY.md\`, \`_sidebar.md\`, \`_navbar.md\`, \`toc.yml\`, \`_toc.yml\`, \`docs.json\`, \`mint.json\`, \`.gitbook.yaml\`, \`sidebars.json\`, \`_data/\` | anything, where they are there already |
| \`docusaurus.config.*\`, \`astro.config.*\`, \`.vitepress/\`, \`*sidebars*.js\`, \`_meta.js\` and their like in TypeScript | literals under \`sidebar\`, \`nav\`, \`navbar\`, \`footer\` and \`redirects\`, or that these use by name; in files that are nothing but navigation, all literals. No call, no element, no computed text, nothing else of the program |
| \`mkdocs.yml\`, \`book.toml\`, \`_config.yml\`, \`hugo.toml\` and Hugo's other settings | navigation, menus, redirects, the site's name and description |
| \`_redirects\` | plain redirects from a path of the site with a status of 301, 302, 303, 307 or 308 |
| \`vercel.json\`, \`netlify.toml\` | redirects from one path of the site to another |

\`_redirects\` and \`_meta.*\` may be new. \`conf.py\` of Sphinx and \`docfx.json\` are for people to change.

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
there (\`GITMOD~1\`), none with \`< > : " | ? * \\\`, with a space in front or a space or dot at the end, with invisible, bidirectional or
control characters, and none that differs from one beside it in case or in how an accent is written alone. Its path has at most
${maximumPathCharacters} characters. What is there already may be changed whatever its name.
`;
}

function codes(names: string[]): string {
  return names.map((name) => `\`${name}\``).join(' ');
}
