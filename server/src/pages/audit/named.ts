import { KeyId, PersonId, ProjectId } from '@copydesk/contract';
import type { RecentNames } from '../../audit/recent.ts';
import type { HttpServices } from '../../http/services.ts';
import { findPeopleNamed } from '../../people/people.ts';
import { findProjectsNamed } from '../../projects/project-names.ts';
import { findKeysNamed } from '../../projects/key/read-keys.ts';

/** One candidate that a name may mean. */
export interface Named {
  id: string;
  name: string;
  /** What kind of thing it is, where it is not the usual one. */
  kind?: string;
}

/** What a typed text means: the id to filter entries by, or why there is none. */
export interface NameMatch {
  id?: string;
  fault?: string;
  /** The candidates to choose from. */
  several?: Named[];
}

/** A name with more candidates than this gets an error without a choice. */
const maximumChoices = 5;

const limit = maximumChoices + 1;

/** Names of the actors that are neither a person nor a key. */
export const actorWords: Record<string, string> = {
  command: 'The terminal',
  system: 'Copydesk, or somebody unknown',
};

/**
 * Finds the person or key of a name or an id, including deleted ones. `command` and `system` are accepted as in the
 * API.
 */
export async function findActor(
  db: HttpServices['db'],
  organisationId: string,
  { text, recent }: { text: string | undefined; recent: RecentNames },
): Promise<NameMatch> {
  if (text === undefined) return {};
  const isId = PersonId.safeParse(text).success || KeyId.safeParse(text).success;
  if (isId || Object.hasOwn(actorWords, text)) return { id: text };
  const wanted = { organisationId, name: text, limit };
  const [people, keys] = await Promise.all([findPeopleNamed(db, wanted), findKeysNamed(db, wanted)]);
  // The log keeps the names of its time. Someone who was renamed is still found by the old name while it is recent.
  const earlier = recent.actors.filter(({ id, name }) => name === text || id === text);
  const all: Named[] = [
    ...people,
    ...keys.map(({ id, name }) => ({ id, name, kind: 'API key' })),
    ...earlier.map(withKind),
  ];
  return matchOf(text, all, 'is neither the name nor the id of a person or an API key');
}

function withKind({ id, name, kind }: RecentNames['actors'][number]): Named {
  return kind === 'key' ? { id, name, kind: 'API key' } : { id, name };
}

/** Finds the project of a name or an id. A deleted project is found only by its id. */
export async function findProjectByName(
  db: HttpServices['db'],
  organisationId: string,
  text: string | undefined,
): Promise<NameMatch> {
  if (text === undefined) return {};
  if (ProjectId.safeParse(text).success) return { id: text };
  const found = await findProjectsNamed(db, { organisationId, name: text, limit });
  return matchOf(text, found, 'is neither the name nor the id of a project. A deleted project is found by its id');
}

/** Prefers exact matches. Names that differ in case count only when there is no exact match. */
function matchOf(text: string, found: Named[], none: string): NameMatch {
  const exact = found.filter(({ id, name }) => name === text || id === text);
  const [...several] = new Map((exact.length > 0 ? exact : found).map((one) => [one.id, one])).values();
  const [only] = several;
  if (only === undefined) return { fault: none };
  if (several.length === 1) return { id: only.id };
  const howMany = several.length > maximumChoices ? `more than ${maximumChoices}` : several.length;
  return { fault: `is the name of ${howMany}: choose one`, several: several.slice(0, maximumChoices) };
}
