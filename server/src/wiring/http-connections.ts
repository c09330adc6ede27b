import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { Connection, ConnectionCredential, ConnectionRequest, SetConnection } from '@copydesk/contract';
import { describeHost } from '../code-hosts/detect.ts';
import type { DetectedHost } from '../code-hosts/detect.ts';
import { appKey } from '../code-hosts/github/app-key.ts';
import type { HttpConnections } from '../http/services.ts';
import type { PrivateNetworks } from '../network/private-networks.ts';
import { changeConnection, connectProject, disconnectProject, readConnection } from '../projects/connection.ts';
import type { Connection as StoredConnection } from '../projects/connection.ts';
import type { Project } from '../projects/project.ts';
import type { Database } from '../postgres/database.ts';
import type { SecretBox } from '../secrets/box.ts';
import { addressIn, whyNot, type Lookup } from '../network/checked-address.ts';
import { connectionDraft, given, webhookUrl } from './connections.ts';

/** What it takes to connect projects through the API. */
export interface ConnectionParts {
  db: Database;
  box: SecretBox;
  /** The public base address of this server. */
  url: string;
  /** Networks that are not public and that an API may be in nevertheless. */
  allowed: PrivateNetworks;
  lookup: Lookup;
}

/** How the API connects projects: what it is told is stored and never answered. */
export function httpConnections(parts: ConnectionParts): HttpConnections {
  const { db, url } = parts;
  return {
    async read(projectId) {
      const connection = await readConnection(db, projectId);
      return connection && present(connection, url);
    },
    set: async (project, request) => await setConnection(parts, project, request),
    async delete(projectId) {
      await disconnectProject(db, projectId);
    },
  };
}

async function setConnection(
  parts: ConnectionParts,
  project: Project,
  request: ConnectionRequest,
): Promise<SetConnection> {
  const { db, box, url } = parts;
  const { credential, host: _host, apiUrl: _apiUrl, ...settings } = request;
  const before = await readConnection(db, project.id);
  const place = placeOf(project, request, before);
  const isElsewhere = before === undefined || before.host !== place.host || before.apiUrl !== place.apiUrl;
  if (credential === undefined) {
    // A stored credential is for where it was given for: nobody sends it elsewhere who does not know it.
    if (isElsewhere) throw missingCredential(before);
    const changed = await changeConnection(db, project.id, given(settings));
    return { ...present(changed, url), webhookSecret: null };
  }
  requireFitting(place, credential);
  requireKey(credential);
  if (request.apiUrl !== undefined && isElsewhere) await requirePublic(place.apiUrl, parts);
  const draft = connectionDraft(project.id, place, forHost(place, credential), settings);
  const { connection, webhookSecret = null } = await connectProject(db, box, draft);
  return { ...present(connection, url), webhookSecret };
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
    throw invalid('/host', 'is needed: the address of the repository does not tell which code host it is');
  }
}

function missingCredential(before: StoredConnection | undefined): CopydeskError {
  return invalid(
    '/credential',
    before === undefined
      ? 'is needed to connect a project for the first time'
      : 'is needed anew for another host: the stored one was given for where it is used now',
  );
}

/** What lets in at one kind of host means nothing to another. */
function requireFitting({ host }: DetectedHost, { kind }: ConnectionCredential): void {
  const fitting = { github: ['token', 'app'], gitlab: ['token'], gitea: ['token'], forgejo: ['token'] };
  const kinds = host === 'git' ? ['token', 'password'] : fitting[host];
  if (!kinds.includes(kind)) throw invalid('/credential/kind', `must be ${kinds.join(' or ')} for ${host}`);
}

/** What is no key would be found out by each job, long after it was stored. The key is quoted nowhere. */
function requireKey(credential: ConnectionCredential): void {
  if (credential.kind !== 'app') return;
  try {
    appKey(credential);
  } catch (error) {
    if (!isCopydeskError(error, 'code_host_unauthorized')) throw error;
    throw invalid('/credential/privateKey', "must be an RSA key in PEM, as GitHub gives it on the App's page");
  }
}

/** A git server alone knows names and passwords; most take any name beside a token. */
function forHost({ host }: DetectedHost, credential: ConnectionCredential): ConnectionCredential {
  if (host !== 'git' || credential.kind !== 'token') return credential;
  return { kind: 'password', username: 'git', password: credential.token };
}

/**
 * Who may set a connection is not to reach into the operator's network by it. Which address it is stays untold.
 * @throws CopydeskError `invalid_request`, `code_host_unreachable`.
 */
async function requirePublic(apiUrl: string, { allowed, lookup }: ConnectionParts): Promise<void> {
  const url = new URL(apiUrl);
  const literal = addressIn(url);
  const found = literal === undefined ? await addressesOf(url.hostname, lookup) : [{ address: literal }];
  for (const { address } of found) {
    const why = whyNot(address, url.protocol, allowed);
    if (why === 'plain') throw invalid('/apiUrl', 'must begin with https://');
    if (why === 'private') {
      throw invalid(
        '/apiUrl',
        'leads to an address that is not public. The operator can allow its network with ' +
          'COPYDESK_WEBHOOK_PRIVATE_NETWORKS, or connect the project with "copydesk project connect"',
      );
    }
  }
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<{ address: string }[]> {
  const found = await lookup(hostname).catch(() => []);
  if (found.length > 0) return found;
  throw new CopydeskError('code_host_unreachable', `The host ${hostname} of the API is not known. Check its name.`);
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

function invalid(pointer: string, detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The field ${pointer} ${detail}.`, { errors: [{ pointer, detail }] });
}
