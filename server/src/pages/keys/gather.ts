import { randomUUID } from 'node:crypto';
import type { KeyState } from '@copydesk/contract';
import { findProjects, projectNames } from '../../projects/project-names.ts';
import { listKeyPage } from '../../projects/key/read-keys.ts';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import type { HttpServices } from '../../http/services.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import type { Site } from '../view/site.ts';
import { curlFor } from './curl.ts';
import { emptyDraft } from './draft.ts';
import type { KeysView, Made, MadeView } from './view.ts';

/** What the address of the page asks for. */
export interface KeysQuery {
  state?: KeyState | 'all';
  cursor?: string;
  /** The text to search projects by, to look up their ids. */
  project?: string;
  /** The action that was just done. */
  done?: string;
}

const pageLength = 25;
const mostProjects = 8;
const longestSearch = 200;

/** Collects what the page of API keys shows. */
export async function gatherKeys(
  { db, now: clock, baseUrl }: HttpServices,
  site: Site,
  { organisationId, projectId: boundTo, formToken }: Viewer,
  shown: Partial<Pick<KeysView, 'draft' | 'faults' | 'refusal'>> & { query: KeysQuery; made?: Made },
): Promise<KeysView> {
  const { query, made, faults = {}, refusal } = shown;
  const now = clock();
  const searched = (query.project ?? '').trim().slice(0, longestSearch).toWellFormed();
  const state = query.state === 'all' ? undefined : (query.state ?? 'valid');
  const scope = { organisationId, boundTo };
  const [{ keys, nextCursor }, found] = await Promise.all([
    listKeyPage(db, { ...scope, state, limit: pageLength, cursor: query.cursor, now }),
    findProjects(db, scope, { text: searched, limit: mostProjects + 1 }),
  ]);
  const names = await projectNames(
    db,
    keys.flatMap(({ projectId }) => projectId ?? []),
  );
  const anyProject = found[0]?.id ?? boundTo ?? undefined;
  return {
    site,
    now,
    baseUrl,
    formToken,
    keys,
    names,
    state,
    nextCursor,
    isFirstPage: query.cursor === undefined,
    projects: { searched, found: found.slice(0, mostProjects), hasMore: found.length > mostProjects },
    boundTo,
    isTest: isTestOrganisation(organisationId),
    draft: shown.draft ?? emptyDraft(randomUUID()),
    faults,
    refusal,
    made: made && madeView(made, baseUrl, anyProject),
  };
}

function madeView(made: Made, baseUrl: string, anyProject: string | undefined): MadeView {
  const { key, token } = made;
  return { ...made, curl: token === null ? '' : curlFor(key, token, baseUrl, key.projectId ?? anyProject) };
}
