import { decoded } from '../../text/decoded.ts';
import type { DescriptionFacts } from '../../data/parse-description.ts';
import { folderOf, joinPath } from '../../text/paths.ts';
import { problem, type Finding } from '../../rules.ts';
import type { DocsView } from '../../view.ts';
import { askDescription } from './ask-description.ts';
import { joinJudged, unjudged, type Judged } from '../judged.ts';

type References = DescriptionFacts['references'];

/** How many files of a description are read at most. Descriptions have some dozens, large ones hundreds. */
const maximumParts = 500;

/** A reference to a place within another file. */
interface Asked {
  from: string;
  target: string;
  line: number;
  pointer: string;
}

/**
 * Follows the references of a description through the files of the repository. Each file is read once, so circular
 * references end. Other sites are never fetched.
 */
export async function followReferences(view: DocsView, path: string, references: References): Promise<Judged> {
  const findings: Finding[] = [];
  const unknown: Judged[] = [];
  const asked = new Map<string, Asked[]>();
  const seen = new Set([path]);
  const waiting: { path: string; references: References }[] = [{ path, references }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const reference of next.references) {
      const part = follow(next.path, reference);
      if (part === undefined || seen.has(part)) continue;
      seen.add(part);
      if (seen.size > maximumParts) {
        unknown.push(unjudged('API reference', `the description has more than ${maximumParts} files`, path));
        break;
      }
      const facts = await askDescription(view, part, {});
      if (facts.kind === 'known') waiting.push({ path: part, references: facts.value.references });
      else
        unknown.push(
          unjudged(
            'API reference',
            `what it leads to could not be read: ${facts.message}`,
            `${next.path} ${reference.target}`,
          ),
        );
    }
  }
  return joinJudged([{ findings: [...findings, ...(await missingPlaces(view, asked))], notJudged: [] }, ...unknown]);

  /** Returns the file that a reference leads to. Records references that are missing or cannot be judged. */
  function follow(from: string, { target, line, missing }: References[number]): string | undefined {
    if (missing) findings.push(missingReference(from, line, target));
    if (target.startsWith('#')) return undefined;
    const place = placeOf(view, from, target);
    if (place.kind === 'unknown') unknown.push(unjudged('API reference', place.reason, `${from} ${target}`));
    if (place.kind === 'missing') findings.push(missingReference(from, line, target));
    if (place.kind !== 'file') return undefined;
    const pointer = target.slice(target.indexOf('#') + 1);
    if (target.includes('#/')) {
      const others = asked.get(place.path) ?? [];
      asked.set(place.path, [...others, { from, target, line, pointer }]);
    }
    return place.path;
  }
}

function missingReference(path: string, line: number, target: string): Finding {
  const message = `The reference ${target} leads to nothing`;
  return { ...problem('description-reference-missing', path, line, message, target), subject: target };
}

type Place = { kind: 'file'; path: string } | { kind: 'missing' } | { kind: 'unknown'; reason: string };

function placeOf({ index }: DocsView, from: string, target: string): Place {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)) {
    return { kind: 'unknown', reason: 'it leads to another site' };
  }
  const file = decoded(target.replace(/#.*$/s, ''));
  // In old descriptions a bare name is that of a schema. A path from `/` belongs to the web server.
  if (!/\.(?:json|ya?ml)$/i.test(file) || file.startsWith('/')) {
    return { kind: 'unknown', reason: 'it names no file of the repository' };
  }
  const path = joinPath(folderOf(from), file);
  if (path === undefined || index.isLeftAlone(path)) {
    return { kind: 'unknown', reason: 'it leads out of the repository' };
  }
  return index.isFile(path) ? { kind: 'file', path } : { kind: 'missing' };
}

async function missingPlaces(view: DocsView, asked: Map<string, Asked[]>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [part, references] of asked) {
    const pointers = [...new Set(references.map(({ pointer }) => pointer))];
    const facts = await askDescription(view, part, { pointers });
    const missing = new Set(facts.kind === 'known' ? facts.value.missing : []);
    for (const { from, target, line, pointer } of references) {
      if (missing.has(pointer)) findings.push(missingReference(from, line, target));
    }
  }
  return findings;
}
