import type { RunsWhere } from '../code-rules.ts';
import { isRunningAddress } from '../addresses.ts';
import { addressPiece, collapseSpace, includedPiece, longestWordOf, placedAt, type CodePiece } from '../piece.ts';
import { htmlCode } from './html.ts';
import { isPlainRole, useOfDirective } from './known-directives.ts';
import { power } from './templates.ts';

/** A directive as written: `.. name:: argument`, or the same as a fence. */
export interface Directive {
  name: string;
  argument: string;
  /** All lines below it: its options and its content. */
  body: string;
  offset: number;
  /** The module of Python that the text describes there, in which names without a dot are looked up. */
  module?: string;
}

/** Returns what a directive runs, imports or shows unchanged. */
export function directiveCode(
  { name: written, argument, body, offset, module = '' }: Directive,
  runs: RunsWhere,
): CodePiece[] {
  const name = written.toLowerCase();
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
  const { values, odd } = readOptions(body);
  const files = [
    ...values.flatMap((value) =>
      fileOption.test(value.name) ? targetsOf(value.value).map((file) => included(file)) : [],
    ),
    ...odd.map((option) => piece(`odd option ${option}`)),
    ...[argument, ...values.map(({ value }) => value)].flatMap((address) =>
      isRunningAddress(plainValue(address)) ? [addressPiece(address, offset)] : [],
    ),
  ];
  switch (useOfDirective(name)) {
    case 'sample':
      return [];
    case 'structured':
      // Its body is read as a text of its own.
      return [];
    case 'includes':
      return [...targetsOf(argument).map((file) => included(file)), ...files];
    case 'imports':
      return [...files, ...packageImports({ name, argument, body, offset, module }, piece)];
    case 'raw':
      return [...files, ...rawCode({ name, argument, body, offset }, piece)];
    case 'shows':
      return [...files, ...shownCode({ name, argument, body, offset }, { piece, included })];
    case 'runs':
      return [...files, piece(`${argument} ${body}`)];
    case 'unknown':
      return [...files, ...unknownCode({ name, argument, body, offset }, { piece, included })];
  }
}

/** Makes pieces of a directive. */
interface Pieces {
  piece: (key: string) => CodePiece;
  included: (specifier: string) => CodePiece;
}

/** A LaTeX document may read files; HTML runs in browsers alone. */
function rawCode({ argument, body, offset }: Directive, piece: (key: string) => CodePiece): CodePiece[] {
  if (/^[\s]*html[\s]*$/i.test(argument)) return htmlCode(body).map((inner) => placedAt(inner, offset));
  const isPlain = !/\\(?:input|include|write|openin|read|immediate|usepackage|catcode|csname)/.test(body);
  const other =
    /^\s*(?:latex|text|man|texinfo)(?:\s+html)?\s*$/i.test(argument) && isPlain ? [] : [piece(`${argument} ${body}`)];
  return [...other, ...htmlCode(body).map((inner) => placedAt(inner, offset))];
}

function shownCode({ name, argument, body, offset }: Directive, { piece, included }: Pieces): CodePiece[] {
  if (/^(?:image|figure|figure-md|video|audio)$/.test(name)) return published(argument, included);
  if (name === 'graphviz' && argument !== '') return targetsOf(argument).map((file) => included(file));
  if (name === 'only' && !/^[\w\s()-]*$/.test(argument)) return [piece(argument)];
  if (name === 'meta' && /http-?equiv/i.test(body.replaceAll('\\', ''))) return [{ ...piece(body), runs: 'reader' }];
  if (name === 'iframe')
    return htmlCode(`<iframe src="${argument.replaceAll('"', '')}">`).map((one) => placedAt(one, offset));
  return [];
}

/**
 * An extension that other pages use as well is known by its name, as long as its options call nothing: what contains
 * parentheses or braces may be an expression.
 */
function unknownCode({ name, argument, body }: Directive, { piece, included }: Pieces): CodePiece[] {
  if (name === 'role') return roleDefinition(argument, piece);
  const options = body.split('\n').filter((line) => /^[\s>]*:[\w-]+:/.test(line));
  const paths = [argument, ...options.map((line) => line.replace(/^[\s>]*:[\w-]+:\s*/, ''))].filter((value) =>
    /^(?:[/~]|file:|[a-z]:[\\/])|(?:^|\/)\.\.(?:\/|$)/i.test(value),
  );
  const isPlain = [argument.replace(signature, ''), ...options].every((text) => !/[(){}$;]|__/.test(text));
  return [
    isPlain && name !== 'default-role' ? piece('') : piece(`${argument} ${options.join(' ')}`),
    ...paths.map((path) => included(path)),
  ];
}

/** The parameters of what a directive describes: names alone, which no program could call. */
const signature = /\s*(?:\([\w\s,*=:|]*\)|\[[\w\s,-]*\])\s*$/;

/** The content of a role based on `raw` is HTML, wherever the role is used. */
function roleDefinition(argument: string, piece: (key: string) => CodePiece): CodePiece[] {
  const base = /\(\s*([^)\s]*)\s*\)/.exec(argument)?.[1] ?? '';
  if (readsFile(base)) return [piece(argument)];
  if (base === '' || isPlainRole(base)) return [];
  return [{ ...piece(argument), runs: base.toLowerCase() === 'raw' ? 'reader' : piece('').runs }];
}

interface Options {
  values: { name: string; value: string }[];
  /** Options whose names are not written plainly: markup, escapes and quotation marks in them may spell any name. */
  odd: string[];
}

/** Returns the options of a directive, which stand above its content. A value goes on over lines that are indented more. */
function readOptions(body: string): Options {
  const found: Options = { values: [], odd: [] };
  let column = 0;
  for (const line of body.replace(/^\s*\n/, '').split('\n')) {
    const bare = line.replace(/^[ \t>]+/, '');
    const last = found.values.at(-1);
    if (bare === '') break;
    const [whole, name = ''] = /^:((?![: ])(?:[^:\\]|\\.|:(?![ `]|$))*):(?=\s|$)/.exec(bare) ?? [];
    if (whole === undefined) {
      if (last !== undefined && line.length - bare.length > column) last.value = `${last.value}\n${bare}`;
      continue;
    }
    column = line.length - bare.length;
    if (/^[\w+. -]+$/.test(name)) found.values.push({ name, value: bare.slice(whole.length).trim() });
    else found.odd.push(bare);
  }
  return found;
}

/** `raw`, `csv-table` and others show a file, `literalinclude` compares with one. */
const fileOption = /^(?:file|url|diff)$/i;

/** Returns a value without escapes, quotation marks, and the signs of YAML for texts over several lines. */
function plainValue(value: string): string {
  return value
    .replaceAll('\\', '')
    .replace(/^[|>][+-]?\d?\s*\n/, '')
    .replace(/^["'<\s]+|["'>\s]+$/g, '');
}

/** Returns the files that a text may name: Docutils joins its lines, and takes a path in angle brackets for one of its own. */
function targetsOf(text: string): string[] {
  const plain = plainValue(text);
  const [first = ''] = plain.split(/\s/);
  return [...new Set([first, plain, plain.replaceAll(/\s*\n\s*/g, '')])].filter((target) => target !== '');
}

/** Returns images that lead out of the docs: builders publish what they name. */
function published(argument: string, included: (specifier: string) => CodePiece): CodePiece[] {
  return targetsOf(argument).flatMap((target) =>
    /(?:^|\/)(?:\.\.|\.git)(?:\/|$)/.test(target) ? [{ ...included(target), isPublished: true }] : [],
  );
}

/**
 * Describes imports by their packages alone: once other pages document a package, another part of it is not new. Names
 * are looked up in the current module first. A directive that names its program in options is known as a whole.
 */
function packageImports(
  { name, argument, body, module = '' }: Directive,
  piece: (key: string) => CodePiece,
): CodePiece[] {
  const lines = body.split('\n').map((line) => line.replace(/^[\s>]+/, ''));
  const options = lines.filter((line) => /^:(?:module|filename|ref|path|prog|func|commands?):/i.test(line));
  if (options.some((line) => /^:(?:filename|path):/i.test(line))) return [piece(`${argument} ${options.join(' ')}`)];
  const named = options.flatMap((line) => /^:(?:module|ref):\s*(\S+)/i.exec(line)?.[1] ?? []);
  const written = [argument.replace(/\(.*$/s, ''), ...lines.filter((line) => /^[~\w]/.test(line)), ...named].join(' ');
  const names = written.split(/[\s,]+/).flatMap((one) => /^~?([\w.:]+)/.exec(one)?.[1] ?? []);
  const isAuto = /^auto(?!module$)/.test(name);
  const packages = new Set(
    (module === '' || !isAuto ? names : [module, ...names.filter((one) => /[.:]/.test(one))]).map(
      (one) => one.split(/[.:]/)[0] ?? '',
    ),
  );
  if (packages.size === 0) return [piece(`${argument} ${body}`)];
  return [...packages].map((one) => Object.assign(piece(one), { key: `import ${one}`, seek: one }));
}

/** Returns whether a role publishes the file that its text names. */
export function readsFile(role: string): boolean {
  return /^(?:std:)?download$/i.test(role);
}

/** Returns what a role runs. A role that is not known shows plain words, whatever it does with them. */
export function roleCode(
  name: string,
  text: string,
  { runs, offset }: { runs: RunsWhere; offset: number },
): CodePiece[] {
  if (readsFile(name)) {
    const plain = text.replaceAll('\\', '');
    const named = Array.from(plain.matchAll(/<([^<>]*)>/g), ({ 1: specifier = '' }) => specifier);
    return (named.length > 0 ? named : [plain.trim()]).map((specifier) => includedPiece(specifier, offset));
  }
  const isRunning = useOfDirective(name) === 'runs' || power.test(name);
  // A role of the site may write its text into the page unchanged.
  if (isPlainRole(name) || (!isRunning && /^[^(){}$;<]*$/.test(text) && !text.includes('__'))) return [];
  if (!isRunning && /^[^(){}$;]*$/.test(text) && !text.includes('__'))
    return htmlCode(text).map((one) => placedAt(one, offset));
  const key = collapseSpace(`role ${name} ${text}`);
  const html = htmlCode(text).map((one) => placedAt(one, offset));
  return [...html, { kind: 'directive', runs, key, seek: longestWordOf(name), offset }];
}
