import { changesBetween } from '../compare/changes.ts';
import { lineFinder } from '../text/lines.ts';
import { mapBounded } from '../map-bounded.ts';
import { extensionOf, folderOf, isMarkdown, isWithin, joinPath } from '../text/paths.ts';
import { includesOf } from '../parts/notations.ts';
import { joinParts } from '../site/site.ts';
import type { Site } from '../site/kind.ts';
import type { DocsView } from '../view.ts';
import { rulesOfBuilders } from './builders.ts';
import { delimiterSettings, isMdx, strictest, type CodeRules, type RunsWhere } from './code-rules.ts';
import { includePiece, type IncludeContext } from './includes.ts';
import type { CodeKind, CodePiece } from './piece.ts';
import { namesIn, newNames, type FindFiles, type PlacedPiece } from './new-names.ts';
import { disputedCharacters } from './control-characters.ts';
import { isSurelySame } from './quick.ts';
import { includesFromOutside } from './rough-includes.ts';
import { isPicture, isSearchedForCode } from './searched-files.ts';
import { unreadFiles } from './unread-files.ts';
import { unreadablePiece } from './unreadable.ts';

/** Code that a change adds to the docs. `line` counts from 1. */
export interface NewCode {
  path: string;
  line: number;
  kind: CodeKind;
  runs: RunsWhere;
  /** The code in one line. */
  text: string;
  /** The builder that reads the file, as people call it; undefined for one that is not known. */
  builder: string | undefined;
  /** Whether its framework may also run the code on a server, whenever a page is requested. */
  onServer: boolean;
}

/**
 * Returns the code that a change adds in pages and data and that the docs do not contain yet. Code that moved, or that
 * another page already calls or imports, is not new.
 */
export async function newCode(past: DocsView, present: DocsView, find: FindFiles): Promise<NewCode[]> {
  const reading = openReading(past, present);
  const changes = changesBetween(past.tree, present.tree);
  const changed = [...changes.modified, ...changes.added];
  const searched = changed.filter(isSearchedForCode);
  const perFile = await mapBounded(searched, inFlight, (path) => piecesOf(path, reading));
  const own = await mapBounded(
    changed.filter((path) => programsOrRedirects.test(path)),
    inFlight,
    (path) => namesOf(path, reading),
  );
  const touched = [...changes.removed, ...changes.modified].filter(isSearchedForCode);
  const named = await newNames([...perFile.flatMap(({ names }) => names), ...own.flat()], { past, touched, find });
  const code = await newPieces(
    perFile.map(({ pieces }) => pieces),
    { touched, reading, find },
  );
  const texts = await mapBounded(
    changed.filter(isPicture),
    inFlight,
    async (path) => await textNamedAsPicture(path, reading),
  );
  const all = [...code, ...unreadFiles(changed, past, present), ...texts.flat(), ...named];
  return await Promise.all(
    all.map(async ({ path, line, piece: { kind, runs, key, text = key } }) => {
      const { builder, onServer } = await reading.readerOf(path);
      return { path, line, kind, runs, text: text.slice(0, 300), builder, onServer };
    }),
  );
}

/**
 * Returns the pieces that no file contained before. It first compares with the earlier version of the page itself,
 * unless other pages already account for all its pieces. Thus of 300 pages that import the same components, all are
 * parsed as they are, and only a few as they were.
 */
async function newPieces(
  byFile: PlacedPiece[][],
  { touched, reading, find }: { touched: string[]; reading: Reading; find: FindFiles },
): Promise<PlacedPiece[]> {
  const known = new Set<string>();
  const isUnknown = (one: PlacedPiece) => !isKnown(known, one);
  const read = new Set<string>();
  await mapBounded(byFile, inFlight, async (pieces) => {
    const path = pieces.find(isUnknown)?.path;
    if (path === undefined) return;
    read.add(path);
    await addKnownCode(known, [path], reading);
  });
  const all = byFile.flat();
  if (!all.some(isUnknown)) return [];
  const others = touched.filter((path) => !read.has(path));
  await addKnownCode(known, others.slice(0, mostFiles), reading);
  return await withoutKnownPieces(all.filter(isUnknown), known, { reading, find });
}

const inFlight = 8;
/** How many files at most are read to learn which pieces are known. */
const mostFiles = 300;
const mostSought = 40;
const filesOfOne = 12;

/** Returns the pieces of a file that may be new, and the hosts and commands that it names and did not name before. */
async function piecesOf(
  path: string,
  { past, present, pieces, includes, isOwnImport, rulesFor }: Reading,
): Promise<Record<'pieces' | 'names', PlacedPiece[]>> {
  const [was, is] = await Promise.all([textAt(past, path), textAt(present, path)]);
  if (is === undefined) return { pieces: [{ path, line: 1, piece: pieceForUnreadable(present, path) }], names: [] };
  // A page of no known site may be read as MDX or not: it is the same only if both readings are.
  const isProgram = isMdx(path, past.dialectOf(path));
  const readings = past.sites.of(path) === past.sites.rest ? [true, false] : [isProgram];
  const { marks } = await rulesFor(path);
  const isSame =
    was !== undefined &&
    marks === undefined &&
    isMarkdown(path) &&
    // Its links are includes of mdBook.
    !/(?:^|\/)SUMMARY\.md$/.test(path) &&
    disputedCharacters(changedPart(was, is)).length === 0 &&
    readings.every((asMdx) => isSurelySame(was, is, asMdx));
  const after = [...(isSame ? [] : await pieces(present, path)), ...includes(path, is)];
  const lineOf = lineFinder(is);
  const found = after
    .filter(({ specifier, kind }) => kind !== 'import' || !isOwnImport(path, specifier))
    .map((piece) => ({ path, line: lineOf(Math.min(piece.offset, is.length)), piece }));
  return { pieces: found, names: namesIn(path, was ?? '', is) };
}

/** Returns the part of a text in which it differs from another, with the characters beside it. */
function changedPart(was: string, is: string): string {
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was.charCodeAt(start) === is.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && was.charCodeAt(was.length - 1 - end) === is.charCodeAt(is.length - 1 - end)) end += 1;
  return is.slice(Math.max(0, start - 2), is.length - Math.max(0, end - 2));
}

/** Returns a piece for a picture or film that is a text: a builder or a page that names it may read it as anything. */
async function textNamedAsPicture(path: string, { past, present }: Reading): Promise<PlacedPiece[]> {
  const text = await textAt(present, path);
  // The first bytes of all these formats are no text. Jekyll reads any file that begins with a line of dashes.
  const isText = text !== undefined && text !== '' && (!/^[^]{0,31}[\0\ufffd]/.test(text) || text.startsWith('---'));
  if (!isText || (await textAt(past, path)) === text) return [];
  const key = `a text that is named ${extensionOf(path)}`;
  return [{ path, line: 1, piece: { kind: 'unread', runs: 'build', key, seek: '', offset: 0 } }];
}

const programsOrRedirects = /\.[mc]?[jt]sx?$|(?:^|\/)_redirects$/;

/**
 * Returns the hosts and commands that a program which lists pages, or a file of redirects, newly names. The mandate
 * lets only literals change in them, but literals may lead anywhere.
 */
async function namesOf(path: string, { past, present }: Reading): Promise<PlacedPiece[]> {
  const [was, is] = await Promise.all([textAt(past, path), textAt(present, path)]);
  return is === undefined ? [] : namesIn(path, was ?? '', is);
}

/** Returns the piece of a file that is too large to be read, or that no parser reads in time. */
function pieceForUnreadable(
  { tree }: Pick<DocsView, 'tree'>,
  path: string,
  reason = 'it is too large to be read',
): CodePiece {
  // No builder runs a picture.
  const runs = /\.svg$/i.test(path) ? 'reader' : 'build';
  return unreadablePiece(reason, tree.entry(path)?.blob ?? '', runs);
}

async function textAt(view: DocsView, path: string): Promise<string | undefined> {
  if (view.tree.entry(path) === undefined) return undefined;
  const text = await view.text(path);
  return text.kind === 'known' ? text.value : undefined;
}

type Reading = ReturnType<typeof openReading>;

/** Reads both states by the sites as they were before the change. */
function openReading(past: DocsView, present: DocsView) {
  const rulesOfSites = new Map<Site, Promise<CodeRules>>();
  return { past, present, pieces, includes, isOwnImport, readerOf, rulesFor };

  async function readerOf(path: string): Promise<Pick<NewCode, 'builder' | 'onServer'>> {
    const site = past.sites.of(path);
    const { serves: onServer = false } = await rulesFor(path);
    return { builder: site === past.sites.rest ? undefined : site.kind.label, onServer };
  }

  /** Returns the pieces of a file in the given state. */
  async function pieces({ tree }: DocsView, path: string): Promise<CodePiece[]> {
    const rules = await rulesFor(path);
    const found = await past.facts.code(tree, path, { path, dialect: past.dialectOf(path), rules });
    return found.kind === 'known'
      ? found.value.flatMap((piece) => placed(piece, path))
      : [pieceForUnreadable({ tree }, path, found.message)];
  }

  function includes(path: string, text: string): CodePiece[] {
    const found = includesOf(past.sites.of(path).kind.parts.includes, text);
    const precise = found.flatMap(({ target, span, notation }) =>
      includePiece(
        { page: path, target, offset: span.start, isFromPage: notation.bases.includes('page') },
        contextOf(path),
      ),
    );
    const rough = includesFromOutside(path, text);
    if (precise.length === 0 || rough.length === 0) return [...precise, ...rough];
    const lineOf = lineFinder(text);
    const lines = new Set(precise.flatMap(({ kind, offset }) => (kind === 'outside' ? lineOf(offset) : [])));
    return [...precise, ...rough.filter(({ offset }) => !lines.has(lineOf(offset)))];
  }

  /** The pages of a translation may be in any folder of the docs, so it is read as if they were at their top. */
  function pageOf(path: string): string {
    return path.endsWith('.po') ? joinParts(past.folder, 'page') : path;
  }

  function contextOf(path: string): IncludeContext {
    const isFile = (file: string) => past.index.isFile(file) || present.index.isFile(file);
    return {
      wasFile: (file) => past.index.isFile(file),
      folder: past.folder,
      runs: past.sites.of(path).kind.runs.includes,
      isFile,
    };
  }

  /** Resolves a relative import, so that imports of one file from different folders count as the same. */
  function placed(piece: CodePiece, path: string): CodePiece[] {
    const { specifier = '', kind, offset, isPublished = false } = piece;
    if (kind === 'include')
      return includePiece({ page: pageOf(path), target: specifier, offset, isFromPage: true }, contextOf(path)).filter(
        (found) => !isPublished || found.kind === 'outside',
      );
    if (kind !== 'import' || !specifier.startsWith('.')) return [piece];
    const target = joinPath(folderOf(path), specifier) ?? specifier;
    return [{ ...piece, key: `import /${target.replace(/\.[cm]?[jt]sx?$|\/index$/, '')}` }];
  }

  function rulesFor(path: string): Promise<CodeRules> {
    const site = past.sites.of(path);
    const known = rulesOfSites.get(site) ?? rulesOf(site);
    rulesOfSites.set(site, known);
    return known;
  }

  async function rulesOf(site: Site): Promise<CodeRules> {
    if (site !== past.sites.rest)
      return {
        ...site.kind.runs,
        ...(site.plainTemplates === true && { macros: 'never' }),
        ...(site.templateMarks !== undefined && { marks: site.templateMarks }),
      };
    const builders = await buildersIn(past);
    const rules = builders.length > 0 ? strictest(builders) : site.kind.runs;
    return (await setsDelimiters(past)) ? { ...rules, marks: 'unreadable' } : rules;
  }

  /** Returns whether an import is a page or image of the docs, or something that the kind itself provides. */
  function isOwnImport(path: string, specifier = ''): boolean {
    if (past.sites.of(path).kind.runs.ownModules?.test(specifier) === true) return true;
    // Builders differ in what they take for a page or a film: anything else they would run.
    const isOfSite = past.sites.of(path) !== past.sites.rest;
    return (
      (isOfSite ? /^(?:\.{0,2}\/|[@~]\/|@site\/)[^?#!:]*\.mdx?$/ : /^\.{0,2}\/[^?#!:]*\.mdx$/).test(specifier) ||
      (isOfSite && /^[\w@~./ -]+\.(?:mp4|webm|pdf)$/.test(specifier)) ||
      /^[\w@~./ -]+\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/.test(specifier)
    );
  }
}

/**
 * Returns the rules of builders that may read pages of no site that was read. A site whose configuration was read whole
 * has told which pages are its own.
 */
async function buildersIn(view: DocsView): Promise<CodeRules[]> {
  const read = new Set(view.sites.all.flatMap(({ config, doubts }) => (doubts.length === 0 ? (config ?? []) : [])));
  const files = view.index.files.filter((path) => !read.has(path) && !isDependency.test(path));
  const packages = new Set<string>();
  for (const path of files) {
    if (!/(?:^|\/)package\.json$/.test(path)) continue;
    for (const { 1: name = '' } of ((await textAt(view, path)) ?? '').matchAll(/"(@?[\w./-]+)"\s*:/g))
      packages.add(name);
  }
  return rulesOfBuilders(files, packages);
}

/** Whether a configuration that may belong to pages of no known site changes how templates in them begin and end. */
async function setsDelimiters(view: DocsView): Promise<boolean> {
  const read = new Set(view.sites.all.flatMap(({ config }) => config ?? []));
  const files = view.index.files.filter((path) => !read.has(path) && settingsWithDelimiters.test(path));
  const texts = await mapBounded(files, inFlight, (path) => textAt(view, path));
  return texts.some((text) => text === undefined || text.search(delimiterSettings) !== -1);
}

const settingsWithDelimiters =
  /(?:^|\/)(?:conf\.py|_config\.yml|(?:mkdocs|zensical|properdocs)[\w.-]*\.(?:ya?ml|toml))$/;

const isDependency = /(?:^|\/)(?:node_modules|fixtures?|vendor|examples?)\//;

/** A sample is known only on its own page, and as long as what is around it may not make it live. */
function keyIn(path: string, { key, sampleIn }: CodePiece): string {
  return sampleIn === undefined ? key : `${key} in ${path}: ${sampleIn}`;
}

function isKnown(known: ReadonlySet<string>, { path, piece }: PlacedPiece): boolean {
  return known.has(piece.key) || known.has(keyIn(path, piece));
}

async function addKnownCode(known: Set<string>, paths: string[], { past, pieces, includes }: Reading): Promise<void> {
  await mapBounded(paths, inFlight, async (path) => {
    const text = await textAt(past, path);
    if (text === undefined) return;
    for (const piece of [...(await pieces(past, path)), ...includes(path, text)]) known.add(keyIn(path, piece));
  });
}

/**
 * Returns the pieces that are in none of the files likely to contain them. Names in another spelling are searched for
 * one by one, so only a few are.
 */
async function withoutKnownPieces(
  candidates: PlacedPiece[],
  known: Set<string>,
  { reading, find }: { reading: Reading; find: FindFiles },
): Promise<PlacedPiece[]> {
  const { past } = reading;
  const read = new Set<string>();
  const seeks = [...new Set(candidates.map(({ piece }) => piece.seek))]
    .filter((seek) => seek.length > 1)
    .slice(0, mostSought);
  for (const seek of seeks) {
    if (candidates.every((one) => one.piece.seek !== seek || isKnown(known, one))) continue;
    const files = (await find(seek, filesOfOne)).filter(
      (path) => !read.has(path) && isWithin(path, past.folder) && isSearchedForCode(path),
    );
    if (read.size > mostFiles) break;
    for (const path of files) read.add(path);
    await addKnownCode(known, files, reading);
  }
  return candidates.filter((one) => !isKnown(known, one));
}
