import type { Changes } from '../../compare/changes.ts';
import { dataLanguageOf } from '../../data/data-language.ts';
import { mapBounded } from '../../map-bounded.ts';
import { newFindings } from '../../compare/new-findings.ts';
import { problem, type Finding } from '../../rules.ts';
import type { DocsView } from '../../view.ts';
import { askDescription, mayBeDescription } from './ask-description.ts';
import { followReferences } from './description-parts.ts';
import { descriptionsWithParts } from './descriptions-with-parts.ts';
import { movedFrom } from '../moved-from.ts';
import { asJudged, joinJudged, nothingJudged, unjudged, type Judged } from '../judged.ts';

const inFlight = 2;

/** How many faults of one file are reported. More would tell the reader nothing new. */
const maximumReported = 10;

/** A description, or the reason why there is none. */
type State =
  | { kind: 'description'; name: string; judged: Judged }
  | { kind: 'none' }
  | { kind: 'unknown'; judged: Judged };

/** Finds faults that a change introduced in API descriptions: OpenAPI 2 and 3, AsyncAPI 2 and 3. */
export async function descriptionFaultsIntroduced(
  before: DocsView,
  after: DocsView,
  changes: Changes,
): Promise<Judged> {
  const touched = [...changes.added, ...changes.modified].filter((path) => isCandidate(after, path));
  const concerned = await descriptionsWithParts(after, changes);
  const paths = [...touched, ...concerned.paths.filter((path) => !touched.includes(path))];
  const judged = await mapBounded(paths, inFlight, (path) => judgeChange(before, after, changes, path));
  return joinJudged([...judged, concerned.notJudged]);
}

/** Finds faults in the API descriptions among the given files. */
export async function descriptionFaults(view: DocsView, paths: string[]): Promise<Judged> {
  const candidates = paths.filter((path) => isCandidate(view, path));
  return joinJudged(
    await mapBounded(candidates, inFlight, async (path) => {
      const now = await stateOf(view, path);
      return now.kind === 'none' ? nothingJudged : { ...now.judged, findings: limitFindings(now.judged.findings) };
    }),
  );
}

function isCandidate(view: DocsView, path: string): boolean {
  const language = dataLanguageOf(path);
  return (language === 'json' || language === 'yaml') && view.index.isFile(path);
}

async function judgeChange(before: DocsView, after: DocsView, changes: Changes, path: string): Promise<Judged> {
  const earlier = before.index.isFile(path) ? path : movedFrom(before, after, changes, path);
  const now = await stateOf(after, path);
  if (now.kind === 'unknown') return now.judged;
  const was: State = earlier === undefined ? { kind: 'none' } : await stateOf(before, earlier);
  if (was.kind === 'unknown') return was.judged;
  if (now.kind === 'none')
    return was.kind === 'description' && earlier === path ? judgeLost(path, was.name) : nothingJudged;
  const past = was.kind === 'description' ? was.judged.findings : [];
  return { ...now.judged, findings: limitFindings(newFindings(now.judged.findings, past, changes)) };
}

function judgeLost(path: string, name: string): Judged {
  const message = `The file was a description in ${name} and does not say any more that it is one`;
  return asJudged(problem('description-invalid', path, 1, message, 'version'));
}

async function stateOf(view: DocsView, path: string): Promise<State> {
  const answer = await askDescription(view, path, { only: mayBeDescription });
  if (answer.kind === 'refused') {
    // A file that is no JSON or YAML is reported by the check of data files.
    const judged = answer.broken ? nothingJudged : unjudged('API description', answer.message, path);
    return { kind: 'unknown', judged };
  }
  const { name, unknown, faults, references } = answer.value;
  if (unknown !== undefined) return { kind: 'unknown', judged: unjudged('API description', unknown, path) };
  if (name === undefined) return { kind: 'none' };
  const invalid = faults.map(({ line, message, key }) =>
    problem('description-invalid', path, line, `The description is no valid ${name}: ${message}`, key),
  );
  const followed = await followReferences(view, path, references);
  return { kind: 'description', name, judged: joinJudged([asJudged(...invalid), followed]) };
}

/** Returns the first faults of a file. The last one says how many more there are. */
function limitFindings(findings: Finding[]): Finding[] {
  const reported = findings.slice(0, maximumReported);
  const last = reported.pop();
  const more = findings.length - maximumReported;
  if (!last || more <= 0) return findings;
  return [...reported, { ...last, message: `${last.message} (and ${more} more in this file)` }];
}
