import type { Changes } from '../compare/changes.ts';
import { dataLanguageOf, type DataLanguage } from '../data/data-language.ts';
import type { DataFault } from '../data/parse-data.ts';
import { readDataText } from '../data/read-text.ts';
import { mapBounded } from '../map-bounded.ts';
import { problem } from '../rules.ts';
import type { DocsView } from '../view.ts';
import { movedFrom } from './moved-from.ts';
import { asJudged, joinJudged, nothingJudged, unjudged, type Judged } from './judged.ts';

const inFlight = 4;

/** Whether a data file parses. A text with template marks becomes data only when they are filled in. */
type State =
  | { kind: 'fine' }
  | { kind: 'faulty'; fault: DataFault; isTemplate: boolean }
  | { kind: 'unknown'; reason: string };

/** Finds JSON, YAML and TOML files that parsed before the change and no longer do, and new ones that do not parse. */
export async function dataFaultsIntroduced(before: DocsView, after: DocsView, changes: Changes): Promise<Judged> {
  const modified = withData(after, changes.modified);
  const added = withData(after, changes.added);
  return joinJudged([
    ...(await mapBounded(modified, inFlight, (path) => judgeChanged(before, path, after, path))),
    ...(await mapBounded(added, inFlight, (path) => {
      const earlier = movedFrom(before, after, changes, path);
      return earlier === undefined ? judgeFile(after, path) : judgeChanged(before, earlier, after, path);
    })),
  ]);
}

/** Finds JSON, YAML and TOML files that do not parse. */
export async function dataFaults(view: DocsView, paths: string[]): Promise<Judged> {
  return joinJudged(await mapBounded(withData(view, paths), inFlight, (path) => judgeFile(view, path)));
}

/** Returns the data files, without navigation files, which have their own check. */
function withData(view: DocsView, paths: string[]): string[] {
  const navigation = new Set(view.sites.all.flatMap((site) => site.navigation.map(({ path }) => path)));
  return paths.filter((path) => dataLanguageOf(path) && view.index.isFile(path) && !navigation.has(path));
}

/** Judges a changed file. If it did not parse before, the change is not to blame. */
async function judgeChanged(before: DocsView, old: string, after: DocsView, path: string): Promise<Judged> {
  const now = await stateOf(after, path);
  if (now.kind === 'fine') return nothingJudged;
  if (now.kind === 'unknown') return unjudged('data file', now.reason, path);
  const was = await stateOf(before, old);
  if (was.kind === 'unknown') return unjudged('data file', was.reason, path);
  return was.kind === 'fine' ? judgeFaulty(path, now.fault) : nothingJudged;
}

async function judgeFile(view: DocsView, path: string): Promise<Judged> {
  const now = await stateOf(view, path);
  if (now.kind === 'fine') return nothingJudged;
  if (now.kind === 'unknown') return unjudged('data file', now.reason, path);
  return now.isTemplate ? unjudged('data file', 'it is a template', path) : judgeFaulty(path, now.fault);
}

function judgeFaulty(path: string, { line, message }: DataFault): Judged {
  const name = names[dataLanguageOf(path) ?? 'json'];
  return asJudged(problem('data-parse', path, line, `The file is no valid ${name}: ${message}`, ''));
}

const names = { json: 'JSON', jsonc: 'JSON', yaml: 'YAML', toml: 'TOML' };

async function stateOf(view: DocsView, path: string): Promise<State> {
  const language = dataLanguageOf(path);
  const text = await readDataText(view.tree, path);
  if (text.kind === 'refused') return { kind: 'unknown', reason: `it could not be read: ${text.message}` };
  if (!language || isPointer(text.value)) return { kind: 'fine' };
  const answer = await view.facts.run({ kind: 'data', text: text.value, language });
  if (answer.kind === 'refused') return { kind: 'unknown', reason: `it could not be parsed: ${answer.message}` };
  if (answer.kind !== 'data' || !answer.fault) return { kind: 'fine' };
  return { kind: 'faulty', fault: answer.fault, isTemplate: hasTemplateMarks(text.value, language) };
}

/** Whether a text is a Git LFS pointer: it stands for a large file that is stored elsewhere. */
function isPointer(text: string): boolean {
  return text.startsWith('version https://git-lfs.github.com/');
}

/** Whether a text contains `{{ … }}`, `{% … %}`, `<% … %>`, or front matter in a file that is not YAML. */
function hasTemplateMarks(text: string, language: DataLanguage): boolean {
  return /\{\{|\{%|<%/.test(text) || (language !== 'yaml' && text.startsWith('---'));
}
