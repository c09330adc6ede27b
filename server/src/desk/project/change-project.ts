import { isDeepStrictEqual } from 'node:util';
import { CopydeskError } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { lockProject, setProject } from '../../projects/project.ts';
import type { CompleteChange, Project, ProjectChange } from '../../projects/project.ts';
import { watchOpenMerges } from '../../jobs/hosts/merge-watch.ts';
import { changedPolicy } from '../../projects/merge-policy.ts';
import { audited } from '../audited.ts';

/** The project to change, and the revision that the change is based on. */
export interface ProjectOrder {
  projectId: string;
  change: ProjectChange;
  /** The revision that was read; the latest one when absent. */
  revision?: number;
  /** Changes made in the same transaction, such as the connection of a repository that has moved. */
  along?: (transaction: DatabaseTransaction) => Promise<void>;
}

/**
 * Changes the settings of a project. The caller has checked a new repository before.
 *
 * @throws CopydeskError `not_found`; `invalid_request` for a name in use; `changed_meanwhile` when somebody else has
 *   changed it since the revision that was read: its errors contain the present value of each field.
 */
export async function changeProject(
  db: Database,
  actor: Actor,
  { projectId, change, revision, along }: ProjectOrder,
): Promise<Project> {
  const { after } = await audited(
    db,
    actor,
    async (transaction) => {
      const before = await lockProject(transaction, { organisationId: actor.organisationId, projectId });
      const whole = wholeChange(before, change);
      const wanted = differences(before, whole);
      if (wanted.length === 0) return { before, after: before };
      if (revision !== undefined && revision !== before.revision) throw changedMeanwhile(wanted);
      await along?.(transaction);
      const changed = await setProject(transaction, projectId, whole);
      if (!isDeepStrictEqual(before.mergePolicy, changed.mergePolicy)) await watchOpenMerges(transaction, projectId);
      return { before, after: changed };
    },
    ({ before, after: project }) => {
      const changed = differences(before, project);
      if (changed.length === 0) return undefined;
      return {
        action: 'project.change',
        projectId,
        subject: { kind: 'project', id: projectId, name: project.name },
        detail: Object.fromEntries(
          changed.map(({ name, is, wanted }) => [name, { from: short(is), to: short(wanted) }]),
        ),
      };
    },
  );
  return after;
}

/** @throws CopydeskError `invalid_request` for a merge policy that lacks its kinds. */
function wholeChange({ mergePolicy: before }: Project, { mergePolicy, ...change }: ProjectChange): CompleteChange {
  return mergePolicy === undefined ? change : { ...change, mergePolicy: changedPolicy(before, mergePolicy) };
}

interface Difference {
  /** A JSON pointer into the project, without its leading slash. */
  name: string;
  is: unknown;
  wanted: unknown;
}

/** Returns the fields whose values would change. Absent fields stay as they are. */
function differences(project: Project, change: CompleteChange): Difference[] {
  const { limits = {}, ...fields } = change;
  const pairs: Difference[] = settingNames
    .filter((name) => fields[name] !== undefined)
    .map((name) => ({ name, is: project[name], wanted: fields[name] }));
  const ofLimits = limitNames
    .filter((name) => limits[name] !== undefined)
    .map((name) => ({ name: `limits/${name}`, is: project.limits[name], wanted: limits[name] }));
  return [...pairs, ...ofLimits].filter(({ is, wanted }) => !isDeepStrictEqual(is, wanted));
}

const settingNames = [
  'name',
  'repository',
  'ref',
  'docsFolder',
  'model',
  'helperModel',
  'questionsModel',
  'origins',
  'peopleFrom',
  'readerRules',
  'excludeAddresses',
  'excludePaths',
  'excludeUserAgents',
  'newPathsPerDay',
  'instructions',
  'pagesAt',
  'checks',
  'guardViews',
  'siteUrl',
  'commitAuthor',
  'signOff',
  'maxOutputTokens',
  'effort',
  'temperature',
  'parallelCalls',
  'images',
  'maxChangedFiles',
  'maxChangedLines',
  'refuseFilesOver',
  'refuseBytesOver',
  'refuseDeletedOver',
  'allow',
  'pageCode',
  'newHosts',
  'installCommands',
  'archiveOn',
  'mergeBy',
  'sharedFiles',
  'effectComment',
  'mergePolicy',
  'readabilityOff',
  'reportPeriods',
  'reportRecipients',
  'ciRounds',
  'ciWaitMinutes',
] as const;

const limitNames = ['concurrency', 'steps', 'tokens', 'usd', 'minutes'] as const;

/** Returns the error that lists what somebody else has changed, beside what was requested. */
export function changedMeanwhile(wanted: Difference[]): CopydeskError {
  const errors = wanted.map(({ name, is, wanted: yours }) => ({
    pointer: `/${name}`,
    detail: `is now ${describeValue(is)}; you sent ${describeValue(yours)}`,
  }));
  return new CopydeskError(
    'changed_meanwhile',
    'Somebody else has changed the project since you opened it. Nothing was changed: compare both values, and send yours again if you still want it.',
    { errors },
  );
}

const mostCharacters = 200;

/** Shortens long texts to their beginning. */
function short(value: unknown): unknown {
  if (typeof value === 'string' && value.length > mostCharacters)
    return `${value.slice(0, mostCharacters).toWellFormed()}…`;
  return value ?? null;
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'not set';
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(', ');
  return JSON.stringify(short(value));
}
