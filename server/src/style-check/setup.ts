import { setImmediate } from 'node:timers/promises';
import { stylesFolderOf, writeConfig } from './config.ts';
import type { KnownStyles, WrittenConfig } from './config.ts';
import { writeRule } from './rules.ts';
import { oneLine } from './one-line.ts';
import { NotChecked } from './tree.ts';
import type { StyleTree } from './tree.ts';

/** The setup of a Vale run: its files, without those to be checked. */
export interface StyleSetup {
  /** The folder of the configuration, to which the paths in its sections are relative; '' for the repository. */
  folder: string;
  /** By their paths in the folder of a run. */
  files: Map<string, Uint8Array | string>;
  /** What is ignored in the configuration, one sentence each. */
  notes: string[];
}

const configNames = ['.vale.ini', '_vale.ini', 'vale.ini'];

/** Returns the configuration for a docs folder: its own, or else that of the repository. */
export function findConfig(tree: StyleTree, docsFolder: string): { path: string; blob: string } | undefined {
  for (const folder of new Set([docsFolder, ''])) {
    for (const name of configNames) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const entry = tree.entry(path);
      if (entry?.kind === 'file') return entry;
    }
  }
  return undefined;
}

const longestConfig = 256 * 1024;
const mostFiles = 2_000;
const mostBytes = 20 * 1024 * 1024;
/** Rules are parsed in this process, between all its other work. */
const mostRuleBytes = 2 * 1024 * 1024;

/**
 * Reads the configuration, styles and vocabularies of a commit. It writes anew what is possible, so that nothing of it
 * runs, fetches or leads elsewhere.
 *
 * @throws NotChecked if nothing can be checked with it.
 */
export async function readSetup(tree: StyleTree, configPath: string): Promise<StyleSetup> {
  const text = await readText(tree, configPath, longestConfig);
  const folder = stylesFolderOf(text, configPath);
  const styles = folder === undefined ? noStyles() : await gatherStyles(tree, folder);
  const config = writeConfig(text, styles);
  const notes = notesOf(configPath, config, styles);
  if (!config.hasRules && !styles.hasPackages) {
    throw new NotChecked(notes.length === 0 ? `${configPath} names no style` : notes.join('; '));
  }
  const files = new Map<string, Uint8Array | string>([
    ['vale.ini', `StylesPath = styles\n${config.text}`],
    ...styles.files,
  ]);
  return { folder: configPath.split('/').slice(0, -1).join('/'), files, notes };
}

interface Styles extends KnownStyles {
  styles: Set<string>;
  rules: Set<string>;
  files: Map<string, Uint8Array | string>;
  scripts: string[];
  unreadable: string[];
  /** Whether the configuration of a package names styles. */
  hasPackages: boolean;
  namedByPackages: Set<string>;
}

function noStyles(): Styles {
  return {
    styles: new Set(),
    rules: new Set(),
    files: new Map(),
    scripts: [],
    unreadable: [],
    hasPackages: false,
    namedByPackages: new Set(),
  };
}

/** Configurations of packages, which apply before the repository's own. */
const packageConfig = /^\.vale-config\/[^/]+\.ini$/;
const ruleFile = /^([\w-]+)\/([\w-]+)\.yml$/;
/** Word lists and dictionaries. Programs and templates (`config/actions`, `config/scripts`) are not included. */
const wordFiles = /^[^.].*\.(?:txt|dic|aff)$/;

async function gatherStyles(tree: StyleTree, folder: string): Promise<Styles> {
  const link = outermostLink(tree, folder);
  if (link !== undefined) throw new NotChecked(`its styles are in ${link}, whose files are not read`);
  const styles = noStyles();
  const prefix = folder === '' ? '' : `${folder}/`;
  const inside = tree.entries().filter(({ path, kind }) => kind === 'file' && path.startsWith(prefix));
  const wanted = inside.filter(({ path }) => isWanted(path.slice(prefix.length)));
  if (wanted.length > mostFiles) throw new NotChecked(`its styles are more than ${mostFiles} files`);
  const configs: [string, string][] = [];
  let left = mostBytes;
  let leftForRules = mostRuleBytes;
  for (const { path } of wanted) {
    const name = path.slice(prefix.length);
    const bytes = await tree.read(path);
    left -= bytes.length;
    if (!wordFiles.test(name)) leftForRules -= bytes.length;
    if (left < 0 || leftForRules < 0) throw new NotChecked('its styles are too large');
    if (wordFiles.test(name)) styles.files.set(`styles/${placeOf(name)}`, bytes);
    else if (packageConfig.test(name)) configs.push([name, new TextDecoder().decode(bytes)]);
    else takeRule(styles, name, new TextDecoder().decode(bytes));
    await setImmediate();
  }
  const written = configs.map(([name, text]) => [`styles/${name}`, writeConfig(text, styles)] as const);
  for (const [path, config] of written) styles.files.set(path, config.text);
  return {
    ...styles,
    hasPackages: written.some(([, { hasRules }]) => hasRules),
    namedByPackages: stylesNamedBy(written.map(([, config]) => config)),
  };
}

function stylesNamedBy(configs: readonly WrittenConfig[]): Set<string> {
  return new Set(configs.flatMap((config) => Array.from(config.named)));
}

/** Returns the link or submodule that is the folder, or contains it. */
function outermostLink(tree: StyleTree, folder: string): string | undefined {
  const parts = folder.split('/');
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return above.find((path) => {
    const kind = tree.entry(path)?.kind;
    return kind !== undefined && kind !== 'file';
  });
}

/**
 * Returns the present path of a file. Before Vale 3 vocabularies had another folder, and many repositories still use
 * that.
 */
function placeOf(name: string): string {
  return name.replace(/^Vocab\//, 'config/vocabularies/');
}

function isWanted(name: string): boolean {
  return packageConfig.test(name) || ruleFile.test(name) || wordFiles.test(name);
}

function takeRule(styles: Styles, path: string, text: string): void {
  const [, style = '', name = ''] = ruleFile.exec(path) ?? [];
  const written = writeRule(text);
  if ('text' in written) {
    styles.styles.add(style);
    styles.rules.add(`${style}.${name}`);
    styles.files.set(`styles/${path}`, written.text);
    return;
  }
  (written.because === 'script' ? styles.scripts : styles.unreadable).push(`${style}.${name}`);
}

function notesOf(configPath: string, { named: names, missing, refused }: WrittenConfig, styles: Styles): string[] {
  const isNamed = (name: string): boolean => {
    const style = name.split('.')[0] ?? '';
    return names.has(style) || styles.namedByPackages.has(style);
  };
  const [scripts, unreadable] = [styles.scripts.filter(isNamed), styles.unreadable.filter(isNamed)];
  const absent = missing.filter((style) => ![...scripts, ...unreadable].some((name) => name.startsWith(`${style}.`)));
  const notes = [
    [absent, `the repository does not hold styles that ${configPath} names (packages are not fetched):`],
    [scripts, 'rules that are scripts are not run:'],
    [unreadable, 'rules that cannot be read are left out:'],
    [refused, `settings of ${configPath} do not count:`],
  ] as const;
  return notes.flatMap(([list, what]) => (list.length === 0 ? [] : [`${what} ${formatNames(list)}`]));
}

const namesListed = 5;

function formatNames(list: readonly string[]): string {
  const listed = list.slice(0, namesListed).map((name) => oneLine(name, 60));
  return [...listed, ...(list.length > namesListed ? ['…'] : [])].join(', ');
}

async function readText(tree: StyleTree, path: string, maximum: number): Promise<string> {
  const bytes = await tree.read(path);
  if (bytes.length > maximum) throw new NotChecked(`${path} is larger than ${maximum / 1024} KB`);
  return new TextDecoder().decode(bytes);
}
