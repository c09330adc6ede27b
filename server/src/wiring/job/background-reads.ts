import type { Project } from '../../projects/project.ts';

/** How long what was read of a project's repository is used. */
const keptMilliseconds = 10 * 60_000;
const mostKept = 1_000;

/** A read of a project's repository. */
export interface BackgroundRead<Value> {
  at: number;
  /** What the last completed read found; undefined before that, and when the repository cannot be read. */
  value: Value | undefined;
  reading: Promise<void>;
}

/** Reads the repositories of projects, each at most every ten minutes. No caller has to wait for it. */
export function openBackgroundReads<Value>(
  { log }: { log: { debug(details: object, message: string): void } },
  read: (project: Project) => Promise<Value | undefined>,
): (project: Project) => BackgroundRead<Value> {
  const known = new Map<string, BackgroundRead<Value>>();
  const begin = (project: Project, before: BackgroundRead<Value> | undefined): BackgroundRead<Value> => {
    const current: BackgroundRead<Value> = { at: Date.now(), value: before?.value, reading: Promise.resolve() };
    current.reading = read(project)
      .then((value) => void (current.value = value))
      .catch((error: unknown) => log.debug({ err: error, project: project.id }, 'the site could not be read'));
    known.delete(project.id);
    known.set(project.id, current);
    for (const [oldest] of known) if (known.size > mostKept) known.delete(oldest);
    return current;
  };
  return (project) => {
    const before = known.get(project.id);
    return before !== undefined && before.at > Date.now() - keptMilliseconds ? before : begin(project, before);
  };
}
