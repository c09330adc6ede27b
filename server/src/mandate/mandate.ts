import { readAllowed } from './allow.ts';
import { foldedPath } from './folded-path.ts';
import { kindOfFile } from './kinds-of-files.ts';
import { newFileFault, topFileFault } from './new-files.ts';
import { namePatterns, words, type FindName } from './name-patterns.ts';
import { isLikePlace, isPlainPlace, isSameName } from './places.ts';
import { plainHidden, protectedNames, type FileConsumer } from './protected.ts';

/** The settings of a project that limit what its jobs may write. */
export interface MandateSettings {
  /** The folder of the docs; '' for the whole repository. */
  docsFolder: string;
  /** Paths and globs that are allowed in addition. */
  allow: readonly string[];
}

/** Whether a file is created, gets another content, or is deleted. */
export type ChangeKind = 'add' | 'change' | 'remove';

/** Why a path may not be written: a tool or a person obeys the file, or the path is not on the list. */
export type MandateReason = FileConsumer | 'hidden' | 'outside' | 'kind-of-file';

export type MandateVerdict =
  | { kind: 'allowed' }
  /** `unless` says what would allow it: a glob of the project, or only the exact path. */
  | { kind: 'refused'; reason: MandateReason; unless: 'glob' | 'exact'; says: string };

/**
 * Decides by path what a job may write, from a list of what is allowed. It reads no files and is fixed before the job
 * begins.
 * @param placesOf returns the paths that had exactly this content before, for files that may only be moved.
 */
export type Mandate = (path: string, change: ChangeKind, placesOf?: () => readonly string[]) => MandateVerdict;

/** @throws CopydeskError `invalid_request` for an invalid glob. */
export function openMandate({ docsFolder, allow }: MandateSettings): Mandate {
  const allowed = readAllowed(allow);
  const prefix = docsFolder === '' ? '' : `${docsFolder}/`;
  return (path, change, placesOf = () => []) => {
    const verdict = verdictOf(path, change);
    if (!isKindOfFile(verdict)) return verdict;
    const isAsItWas = placesOf().some((from) => (change === 'add' ? mayCome(from, path) : from === path));
    return isAsItWas ? { kind: 'allowed' } : verdict;
  };

  function verdictOf(path: string, change: ChangeKind): MandateVerdict {
    if (allowed.exactly(path)) return { kind: 'allowed' };
    const isWithin = path.startsWith(prefix);
    // Whoever set the docs folder has also allowed the hidden parts of its path.
    const obeyed = refuseProtected(isWithin ? path.slice(prefix.length) : path, isPageAbout(path, change));
    if (obeyed) return obeyed;
    if (allowed.byGlob(path)) return { kind: 'allowed' };
    if (!isWithin) return refusal('outside', 'glob', `it is outside of the docs folder "${docsFolder}"`);
    const kind = kindOfFile(foldedPath(path));
    const fault = kind && (change === 'add' ? newFileFault(path.slice(prefix.length), kind) : topFileFault(path, kind));
    if (fault !== undefined) return refusal('kind-of-file', 'glob', fault);
    if (kind !== undefined) return { kind: 'allowed' };
    // When a folder of pages is deleted, its code samples go too; that adds nothing new.
    if (change === 'remove' && isPlainPlace(path.slice(prefix.length))) return { kind: 'allowed' };
    return refusal('kind-of-file', 'glob', 'it is neither prose, an image nor data');
  }

  /** Whether a file moves unchanged within the docs, where only its kind would be refused at either path. */
  function mayCome(from: string, to: string): boolean {
    if (!from.startsWith(prefix) || !isLikePlace(from.slice(prefix.length), to.slice(prefix.length))) return false;
    const verdict = verdictOf(from, 'change');
    if (verdict.kind !== 'allowed') return isKindOfFile(verdict) && kindOfFile(foldedPath(from)) === undefined;
    // Tools find data by its name, so data must keep it.
    return isSameName(from, to);
  }
}

/** Returns the refusal of a path that no glob of the project can allow; undefined for any other. */
function refuseProtected(path: string, isPage: boolean): MandateVerdict | undefined {
  const folded = foldedPath(path);
  const kind = kindOfFile(folded);
  const isText = kind === 'prose' || kind === 'media';
  for (const { by, says, all, ofProse } of tables) {
    const name = (isText ? ofProse : all)(folded);
    if (name === undefined || (by === 'agents' && isPage && !name.slice(1).includes('/'))) continue;
    return refusal(by, 'exact', `it is obeyed by ${says} (${name}), which is for people to change`);
  }
  const hidden = folded.split('/').find((part) => part.startsWith('.') && !plainHiddenNames.has(part));
  return hidden === undefined
    ? undefined
    : refusal(
        'hidden',
        'exact',
        `it is for tools by the dot in front of ${hidden.slice(0, 50)}, which is for people to change`,
      );
}

/**
 * Whether an existing file such as `concepts/agents.md` is a page about agents: agents look for their own files at the
 * top, or in capitals.
 */
function isPageAbout(path: string, change: ChangeKind): boolean {
  return change !== 'add' && /\/[a-z]+\.md$/.test(path) && !/(?:^|\/)\./.test(path);
}

function isKindOfFile(verdict: MandateVerdict): boolean {
  return verdict.kind === 'refused' && verdict.reason === 'kind-of-file';
}

function refusal(reason: MandateReason, unless: 'glob' | 'exact', says: string): MandateVerdict {
  return { kind: 'refused', reason, unless, says };
}

const plainHiddenNames = new Set(words(plainHidden));

/**
 * For prose and images, `ofProse` has only hidden names and names with an extension: `vercel.md` is a page about
 * Vercel.
 */
const tables: readonly { by: FileConsumer; says: string; all: FindName; ofProse: FindName }[] = protectedNames.map(
  ({ by, says, names }) => {
    const all = words(names);
    const ofProse = all.filter((name) => name.startsWith('.') || /\.(?:md|txt)$/.test(name));
    return { by, says, all: namePatterns(all), ofProse: namePatterns(ofProse) };
  },
);
