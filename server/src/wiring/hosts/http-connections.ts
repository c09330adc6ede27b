import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type {
  Connection,
  ConnectionChecks,
  ConnectionCredential,
  ConnectionRequest,
  SetConnection,
} from '@copydesk/contract';
import { describeHost } from '../../code-hosts/detect.ts';
import type { DetectedHost } from '../../code-hosts/detect.ts';
import { appKey } from '../../code-hosts/github/access/app-key.ts';
import { kinds } from '../../code-hosts/kinds.ts';
import type { HttpConnections } from '../../http/services.ts';
import type { Actor } from '../../audit/actor.ts';
import {
  changeConnection,
  connectProject,
  disconnectProject,
  renewWebhookSecret,
} from '../../desk/project/connect-project.ts';
import { readConnection } from '../../projects/connection/connection.ts';
import type { Connection as StoredConnection } from '../../projects/connection/connection.ts';
import type { Project } from '../../projects/project.ts';
import { requireLive } from '../../projects/test-mode.ts';
import type { Database } from '../../postgres/database.ts';
import type { SecretBox } from '../../secrets/box.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { connectionDraft, dropUndefined, webhookUrl } from './connections.ts';
import { accessOf, openCredential } from './hosts.ts';
import type { ReadTurns } from '../job/read-turns.ts';
import { invalidAt, requirePublic } from '../start/public-address.ts';
import type { AddressGuard } from '../start/public-address.ts';
import { tryConnection } from './try-connection.ts';

/** What connecting projects through the API needs. */
export interface ConnectionParts extends AddressGuard, ReadTurns {
  db: Database;
  box: SecretBox;
  /** The public base address of this server. */
  url: string;
  /** For testing a connection before it is stored. */
  workspace: Workspace;
}

/** Connects projects for the API. Credentials that it receives are stored and never returned. */
export function httpConnections(parts: ConnectionParts): HttpConnections {
  const { db, url } = parts;
  return {
    async read(projectId) {
      const connection = await readConnection(db, projectId);
      return connection && present(connection, url);
    },
    async set(actor, project, request) {
      requireLive(project, 'a code host');
      return await setConnection(parts, actor, project, request);
    },
    async check(project, request) {
      requireLive(project, 'a code host');
      return await parts.readTurns.spend(
        project.organisationId,
        async () => await checkConnection(parts, project, request),
      );
    },
    async renewWebhookSecret(actor, project) {
      const webhookSecret = await renewWebhookSecret(parts, actor, project);
      const connection = await readConnection(db, project.id);
      if (connection === undefined) throw notConnected();
      return { ...present(connection, url), webhookSecret };
    },
    async delete(actor, project) {
      await disconnectProject(db, actor, project);
    },
  };
}

async function setConnection(
  parts: ConnectionParts,
  actor: Actor,
  project: Project,
  request: ConnectionRequest,
): Promise<SetConnection> {
  const { db, url } = parts;
  const { credential, host: _host, apiUrl: _apiUrl, ...settings } = request;
  const before = await readConnection(db, project.id);
  const place = placeOf(project, request, before);
  const isElsewhere = before === undefined || before.host !== place.host || before.apiUrl !== place.apiUrl;
  if (credential === undefined) {
    // A stored credential is only for the address that it was given for: it may not be sent elsewhere without knowing
    // it.
    if (isElsewhere) throw missingCredential(before);
    const changed = await changeConnection(db, actor, project, dropUndefined(settings));
    return { ...present(changed, url), webhookSecret: null };
  }
  await requireUsable(parts, { place, credential, isNewApi: request.apiUrl !== undefined && isElsewhere });
  const draft = connectionDraft(project.id, place, adaptToHost(place, credential), settings);
  const { connection, webhookSecret = null } = await connectProject(parts, actor, project, draft);
  return { ...present(connection, url), webhookSecret };
}

/** Requires that what is given fits the host and leads into no network of the operator's own. */
export async function requireUsable(
  guard: AddressGuard,
  { place, credential, isNewApi }: { place: DetectedHost; credential: ConnectionCredential; isNewApi: boolean },
): Promise<void> {
  requireFitting(place, credential);
  requireKey(credential);
  if (isNewApi) await requirePublic(place.apiUrl, guard, '/apiUrl');
}

async function checkConnection(
  parts: ConnectionParts,
  project: Project,
  request: ConnectionRequest,
): Promise<ConnectionChecks> {
  const { db, box, workspace } = parts;
  const before = await readConnection(db, project.id);
  const place = placeOf(project, request, before);
  const isElsewhere = before === undefined || before.host !== place.host || before.apiUrl !== place.apiUrl;
  const { credential: sent } = request;
  if (sent === undefined && isElsewhere) throw missingCredential(before);
  if (sent) {
    const isNewApi = request.apiUrl !== undefined && isElsewhere;
    await requireUsable(parts, { place, credential: sent, isNewApi });
  }
  const credential = sent ? adaptToHost(place, sent) : await openCredential(db, box, project.id);
  const { draft, labels, reviewers } = { ...noSettings, ...before, ...dropUndefined(request) };
  const access = accessOf({ ...place, login: null, draft, labels, reviewers }, credential, clock);
  const checks: ConnectionChecks['checks'] = [];
  const trial = { workspace, access, gitUrl: project.repository, ref: project.ref, now: clock };
  const ok = await tryConnection(trial, ({ isAdvice = false, ...check }) => checks.push({ ...check, isAdvice }));
  return { ok, host: place.host, checks };
}

const noSettings = { draft: false, labels: [], reviewers: [] };

const clock = (): Date => new Date();

function notConnected(): CopydeskError {
  return new CopydeskError('not_found', 'The project was disconnected meanwhile.');
}

function placeOf(project: Project, request: ConnectionRequest, before: StoredConnection | undefined): DetectedHost {
  if (project.repositoryKind !== 'url') {
    throw new CopydeskError(
      'invalid_request',
      'The repository of the project is on the machine of Copydesk, where no credential is needed. Make a project ' +
        'for the repository at its code host.',
    );
  }
  const host = request.host ?? before?.host;
  const stored = before !== undefined && before.host === host && before.apiUrl !== '' ? before.apiUrl : undefined;
  try {
    return describeHost(project.repository, { host, apiUrl: request.apiUrl ?? stored });
  } catch (error) {
    if (host !== undefined || !isCopydeskError(error, 'invalid_request') || error.errors.length > 0) throw error;
    throw invalidAt('/host', 'is needed: the address of the repository does not tell which code host it is');
  }
}

function missingCredential(before: StoredConnection | undefined): CopydeskError {
  return invalidAt(
    '/credential',
    before === undefined
      ? 'is needed to connect a project for the first time'
      : 'is needed anew for another host: the stored one was given for where it is used now',
  );
}

/** A kind of credential for one kind of host means nothing to another. */
function requireFitting({ host }: DetectedHost, { kind }: ConnectionCredential): void {
  const { credentials } = kinds[host];
  if (!credentials.includes(kind))
    throw invalidAt('/credential/kind', `must be ${credentials.join(' or ')} for ${host}`);
}

/** Otherwise each job would find out, long after it was stored, that it is no key. The key is never quoted. */
function requireKey(credential: ConnectionCredential): void {
  if (credential.kind !== 'app') return;
  try {
    appKey(credential);
  } catch (error) {
    if (!isCopydeskError(error, 'code_host_unauthorized')) throw error;
    throw invalidAt('/credential/privateKey', "must be an RSA key in PEM, as GitHub gives it on the App's page");
  }
}

/** A plain git server knows only user names and passwords. */
export function adaptToHost({ host }: DetectedHost, credential: ConnectionCredential): ConnectionCredential {
  const kind = kinds[host];
  if (kind.client !== undefined || credential.kind !== 'token') return credential;
  return { kind: 'password', username: kind.tokenUser, password: credential.token };
}

function present(connection: StoredConnection, url: string): Connection {
  const { host, repository, apiUrl, credentialKind, hint, login } = connection;
  const { mention, draft, labels, reviewers, webhookSeenAt, updatedAt } = connection;
  return {
    host,
    repository,
    apiUrl,
    credentialKind,
    hint,
    login,
    mention,
    draft,
    labels,
    reviewers,
    webhook: { url: webhookUrl(url, connection.projectId), seenAt: webhookSeenAt?.toISOString() ?? null },
    updatedAt: updatedAt.toISOString(),
  };
}
