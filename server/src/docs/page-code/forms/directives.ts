import { isRunningAddress } from '../addresses.ts';
import type { RunsWhere } from '../code-rules.ts';
import { htmlCode } from './html.ts';
import { collapseSpace, placedAt, longestWordOf, type CodePiece } from '../piece.ts';

/** Returns what directives of Docutils, Sphinx and MyST, and fences with `exec`, run, import or show unchanged. */
export function directiveCode(text: string, runs: RunsWhere): CodePiece[] {
  return blocks(text).flatMap(({ name, argument, body, offset }) => blockCode({ name, argument, body, offset }, runs));
}

/**
 * Returns what preprocessors of Markdown run: fences of markdown-exec whose `exec` is on, and comments of
 * mdbook-cmdrun.
 */
export function executedCode(text: string): CodePiece[] {
  if (!/\bexec=|\bcmdrun\b/.test(text)) return [];
  const lines = text.split('\n');
  let offset = 0;
  return lines.flatMap((line, index) => {
    const start = offset;
    offset += line.length + 1;
    if (!/^[ \t>]*(?:`{3,}|~{3,}).*\bexec=["']?(?:on|1|yes|true)\b|<!--\s{0,9}cmdrun\s/i.test(line)) return [];
    const key = collapseSpace(`${line} ${line.includes('<!--') ? '' : bodyOf(lines, index, 'fence')}`);
    return [{ kind: 'directive', runs: 'build', key, seek: longestWordOf(key), offset: start }];
  });
}

/**
 * Returns the running addresses of links in reStructuredText: `` `text <address>`_ ``, `.. _name: address`, and the
 * option `:target:`.
 */
export function targetAddresses(text: string): CodePiece[] {
  const places = text.matchAll(
    /<([^<>`\n]{1,300})>`_|^[ \t]*\.\.[ \t]+_[^\n]{1,200}?:[ \t]+([^\n]{1,300})|^[ \t]*:[\w-]{1,30}:[ \t]+([^\n]{1,300})/gm,
  );
  return [...places].flatMap(({ 1: link, 2: target, 3: option, index }) => {
    const address = link ?? target ?? option ?? '';
    if (!isRunningAddress(address)) return [];
    return [
      {
        kind: 'address',
        runs: 'reader',
        key: `address ${collapseSpace(address)}`,
        seek: longestWordOf(address),
        offset: index,
      },
    ];
  });
}

interface Block {
  name: string;
  argument: string;
  body: string;
  offset: number;
}

/**
 * Returns the directives of a text. One after two dots contains what is indented below it; one after a fence or colons
 * reaches to the end of the fence.
 */
function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split('\n');
  let offset = 0;
  let sampleIndent: number | undefined;
  for (const [index, line] of lines.entries()) {
    const indent = line.search(/\S/);
    if (sampleIndent !== undefined && indent !== -1 && indent <= sampleIndent) sampleIndent = undefined;
    const match = sampleIndent === undefined ? opening.exec(line) : null;
    const name = nameIn(match);
    if (name !== undefined) {
      const body = bodyOf(lines, index, match?.[1] === undefined ? 'fence' : 'indent');
      found.push({ name, argument: (match?.[3] ?? '').trim(), body, offset });
    }
    if (sampleIndent === undefined && indent !== -1 && beginsSample(line, match, name)) sampleIndent = indent;
    offset += line.length + 1;
  }
  return found;
}

function nameIn(match: RegExpExecArray | null): string | undefined {
  return (match?.[1] ?? match?.[2])?.toLowerCase();
}

/** Returns whether what is indented below a line is a sample. Samples in fences end with their fence. */
function beginsSample(line: string, match: RegExpExecArray | null, name: string | undefined): boolean {
  if (match?.[2] !== undefined) return false;
  return name === undefined ? /(?:^|[^:.])::\s*$/.test(line) && !/^\s*\.\./.test(line) : samples.test(name);
}

const opening =
  /^[ \t>]*(?:\.\.[ \t]+(?:\|[^|]{1,100}\|[ \t]+)?([\w:.+-]{1,60})::|(?:`{3,}|~{3,}|:{3,})[ \t]*\{([\w:.+-]{1,60})\})[ \t]*(.{0,500})/;
const samples =
  /^(?:code|code-block|sourcecode|parsed-literal|highlight|literalinclude|productionlist|prompt|console|math)$/;
const longestBody = 400;

function bodyOf(lines: readonly string[], from: number, by: 'indent' | 'fence'): string {
  const indent = (lines[from] ?? '').search(/\S/);
  const body: string[] = [];
  for (const line of lines.slice(from + 1, from + 1 + longestBody)) {
    const isEnd =
      by === 'fence'
        ? /^[ \t>]*(?:`{3,}|~{3,}|:{3,})[ \t]*$/.test(line)
        : line.trim() !== '' && line.search(/\S/) <= indent;
    if (isEnd) break;
    body.push(line);
  }
  return body.join('\n');
}

function blockCode({ name, argument, body, offset }: Block, runs: RunsWhere): CodePiece[] {
  const piece = (key: string): CodePiece => ({
    kind: 'directive',
    runs,
    key: collapseSpace(`${name} ${key}`),
    seek: longestWordOf(name),
    offset,
  });
  const included = (specifier: string): CodePiece => ({
    ...piece(specifier),
    kind: 'include',
    runs: 'build',
    specifier,
  });
  if (name === 'eval-rst')
    return [...directiveCode(body, runs), ...targetAddresses(body)].map((inner) => placedAt(inner, offset));
  const files = optionFiles(body).map((file) => included(file));
  // The content of a role based on `raw` is HTML, wherever the role is used.
  if (name === 'role' && /\(\s*raw\s*\)/.test(argument)) return [{ ...piece(argument), runs: 'reader' }];
  if (name === 'raw') return [...files, ...htmlCode(body).map((inner) => placedAt(inner, offset))];
  if (
    /^auto(?!sectionlabel|number)\w+$/.test(name) ||
    /^(?:auto)?(?:click|program|argparse|typer|cli\w*|pydantic\w*|django\w*)$/.test(name)
  )
    return packageImport(argument || body, piece);
  if (/^(?:literal)?include$/.test(name)) return [included(argument), ...files];
  return [...files, ...(running.test(name) ? [piece(`${argument} ${body}`)] : [])];
}

/**
 * Returns the files that options name: `raw`, `csv-table` and others show a file, `literalinclude` compares with one.
 */
function optionFiles(body: string): string[] {
  return [...body.matchAll(/^[ \t]*:(?:file|url|diff):[ \t]*(\S{1,300})/gm)].map(({ 1: file = '' }) => file);
}

/** Describes the import by its package alone: once other pages document a package, another part of it is not new. */
function packageImport(names: string, piece: (key: string) => CodePiece): CodePiece[] {
  const first = names.split('\n').find((line) => /^\s*[~\w]/.test(line)) ?? '';
  const name =
    first
      .trim()
      .replace(/^~/, '')
      .split(/[.:\s(]/)[0] ?? '';
  return [{ ...piece(name), key: `import ${name}`, seek: name }];
}

/** jupyter-sphinx, MyST-NB, IPython, matplotlib, sphinxcontrib-programoutput, sphinx-exec-code, sphinx.ext.ifconfig and the like. */
const running =
  /^(?:code-cell|jupyter-(?:execute|input)|jupyter-kernel|exec\w*|execute[_-]code|exec[_-]code|exec-?block|ipython|plot|matplotlib|pyplot|program-?output|command-?output|runblock|runcmd|run|shell|bash-exec|ifconfig|testsetup|testcode|testcleanup|py:exec|python|altair-plot|bokeh-plot|plotly|pyvista-plot|marimo|thebe-button|include-?code|graphviz-exec|datatemplate[\w:-]*|jinja)$/;
