import { tmpdir } from 'node:os';
import { filesToCheck } from './changed-files.ts';
import type { FilesToCheck, StyleChange } from './changed-files.ts';
import { mostPageBytes, openFindings } from './findings.ts';
import { newFindings } from './introduced.ts';
import { removeLeftovers } from './leftovers.ts';
import { findConfig, readSetup } from './setup.ts';
import type { StyleSetup } from './setup.ts';
import { oneLine } from './one-line.ts';
import { NotChecked } from './tree.ts';
import type { StyleFinding } from './tree.ts';

/** The result of a style check for a change. */
export interface StyleReport {
  /** Only the findings that the change introduced. */
  introduced: StyleFinding[];
  /** Earlier findings in the checked files. */
  earlier: StyleFinding[];
  /** What was not checked and why, one line each. */
  notes: string[];
}

/** Checks prose by the Vale rules of a repository. */
export interface StyleCheck {
  /**
   * Returns undefined if the repository has no such rules. Errors are reported in the notes, and never count as
   * success.
   */
  check(change: StyleChange): Promise<StyleReport | undefined>;
  /** Ends running checks. */
  close(): void;
}

export interface StyleCheckOptions {
  /** The absolute path of the Vale program that the operator installed. */
  program: string;
  /** The limit for each run. Default 30,000. */
  timeoutMilliseconds?: number | undefined;
  /** The folder in which runs create their folders. Default: the system's temporary folder. */
  folder?: string | undefined;
  /** Receives errors of Copydesk itself. */
  report: (error: unknown) => void;
}

export function openStyleCheck(options: StyleCheckOptions): StyleCheck {
  const { program, timeoutMilliseconds = 30_000, folder = tmpdir(), report } = options;
  const over = new AbortController();
  const findings = openFindings({ program, timeoutMilliseconds, folder, signal: over.signal });
  const setups = openSetups();
  let cleaned: Promise<void> | undefined;
  return {
    async check(change) {
      const config = findConfig(change.before, change.folder);
      if (config === undefined) return undefined;
      const files = filesToCheck(change);
      if (files.now.length === 0) return { introduced: [], earlier: [], notes: notesOfUnchecked(files) };
      try {
        await (cleaned ??= removeLeftovers(folder));
        const setup = await setups(change.before, config.path);
        const past = await findings(setup, change.before, files.past);
        const now = await findings(setup, change.after, files.now);
        // If a page was read in only one state, it is unknown what is new in it.
        const unread = new Set([...now.tooLong, ...past.tooLong]);
        const read = now.findings.filter((finding) => !unread.has(finding.path));
        const introduced = newFindings(read, past.findings);
        const fresh = new Set(introduced);
        const earlier = read.filter((finding) => !fresh.has(finding));
        return {
          introduced,
          earlier,
          notes: [
            ...setup.notes.map((note) => `style rules: ${note}`),
            ...notesOfUnchecked(files),
            ...tooLongNotes(unread),
          ],
        };
      } catch (error) {
        if (!(error instanceof NotChecked)) report(error);
        const because =
          error instanceof NotChecked ? error.message : 'of an error in Copydesk; its log has the details';
        return { introduced: [], earlier: [], notes: [`style not checked, because ${because}`] };
      }
    },
    close: () => over.abort(),
  };
}

const setupsKept = 4;

/** Caches the setups of the last requested commits. */
function openSetups(): (tree: StyleChange['before'], path: string) => Promise<StyleSetup> {
  const kept = new Map<string, Promise<StyleSetup>>();
  return async (tree, path) => {
    const key = `${tree.id()} ${path}`;
    const setup = kept.get(key) ?? readSetup(tree, path);
    kept.delete(key);
    kept.set(key, setup);
    for (const oldest of [...kept.keys()].slice(0, -setupsKept)) kept.delete(oldest);
    try {
      return await setup;
    } catch (error) {
      // An error in the files remains; a repository that could not be read may be readable the next time.
      if (!(error instanceof NotChecked) && kept.get(key) === setup) kept.delete(key);
      throw error;
    }
  };
}

const mostNamed = 3;

function tooLongNotes(paths: ReadonlySet<string>): string[] {
  if (paths.size === 0) return [];
  const named = [...paths].slice(0, mostNamed).map((path) => oneLine(path, 200));
  const more = paths.size > mostNamed ? ` and ${paths.size - mostNamed} more` : '';
  return [`style not checked: ${named.join(', ')}${more}, larger than ${mostPageBytes / 1024 / 1024} MB`];
}

function notesOfUnchecked({ more, otherFormats }: FilesToCheck): string[] {
  return [
    ...(more === 0 ? [] : [`style not checked: ${more} more files, since there are so many`]),
    ...(otherFormats === 0
      ? []
      : [`style not checked: ${otherFormats} files in formats that other programs would have to convert`]),
  ];
}
