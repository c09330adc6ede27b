import type { Project } from '../projects/project.ts';

/** How long what was read of a project's repository is used. */
const keptMilliseconds = 10 * 60_000;
const mostKept = 1_000;

/** A read of a project's repository. */
export interface Look<Seen> {
  at: number;
  /** What the last completed read found; undefined before that, and when the repository cannot be read. */
  seen: Seen | undefined;
  looking: Promise<void>;
}

/** Reads the repositories of projects, each at most every ten minutes. Nobody has to wait for it. */
export function openLooks<Seen>(
  { log }: { log: { debug(details: object, message: string): void } },
  lookAt: (project: Project) => Promise<Seen | undefined>,
): (project: Project) => Look<Seen> {
  const known = new Map<string, Look<Seen>>();
  const begin = (project: Project, before: Look<Seen> | undefined): Look<Seen> => {
    const look: Look<Seen> = { at: Date.now(), seen: before?.seen, looking: Promise.resolve() };
    look.looking = lookAt(project)
      .then((seen) => void (look.seen = seen))
      .catch((error: unknown) => log.debug({ err: error, project: project.id }, 'the site was not looked at'));
    known.delete(project.id);
    known.set(project.id, look);
    for (const [oldest] of known) if (known.size > mostKept) known.delete(oldest);
    return look;
  };
  return (project) => {
    const before = known.get(project.id);
    return before !== undefined && before.at > Date.now() - keptMilliseconds ? before : begin(project, before);
  };
}
