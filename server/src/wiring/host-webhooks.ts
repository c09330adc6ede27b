import { randomBytes } from 'node:crypto';
import type { HostKind } from '../code-hosts/access.ts';
import { hostModule } from '../code-hosts/hosted.ts';
import { HostEvent, keyOf } from '../code-hosts/host-event.ts';
import type { HostWebhook } from '../code-hosts/host-event.ts';
import type { HttpServices } from '../http/services.ts';
import { readConnection, readSealed, webhookPurpose } from '../projects/connection.ts';
import { listContextRepositories } from '../projects/context-repositories.ts';
import type { SecretBox } from '../secrets/box.ts';
import { repositoryAt } from './hosts.ts';
import type { App } from './app.ts';

/**
 * Reads the webhooks of code hosts. The content decides how it is checked. When a project has no secret, a random one
 * that nobody knows is used: so the time that a refusal takes reveals nothing about the project.
 */
export function hostWebhooksOf({ db }: Pick<App, 'db'>, box: SecretBox): HttpServices['hostWebhooks'] {
  const unknownSecret = randomBytes(32).toString('hex');
  let sealed: Promise<Buffer> | undefined;
  const proofOf = async (projectId: string | undefined, kind: HostKind) => {
    sealed ??= box.seal(unknownSecret, webhookPurpose('')).catch((error: unknown) => {
      sealed = undefined;
      throw error;
    });
    // An id that no project has, so that the database gets the same queries.
    const id = projectId ?? '';
    const [connection, secrets, standIn] = await Promise.all([readConnection(db, id), readSealed(db, id), sealed]);
    const isTheirs = connection !== undefined && familyOf(connection.host) === familyOf(kind);
    const purpose = isTheirs ? webhookPurpose(id) : webhookPurpose('');
    const secret = await box.open((isTheirs ? secrets?.webhookSecret : undefined) ?? standIn, purpose);
    return { secret, repository: connection?.repository ?? '' };
  };
  return {
    async read(projectId, webhook) {
      const kind = senderOf(webhook);
      const [{ secret, repository }, { readWebhook }] = await Promise.all([proofOf(projectId, kind), hostModule(kind)]);
      const own = readWebhook(webhook, secret, repository);
      const others = own.length > 0 ? [] : await contextRepositoriesOf(db, projectId ?? '');
      // A context repository at the same host may send its webhooks to the same address, with the same secret.
      const product = others.flatMap(({ name, address }) =>
        readWebhook(webhook, secret, address).flatMap((event) => productEvent(name, event)),
      );
      const events = [...own, ...product].filter((event) => HostEvent.safeParse(event).success);
      return events.map((event) => ({ key: keyOf(event), event }));
    },
  };
}

async function contextRepositoriesOf(db: App['db'], projectId: string): Promise<{ name: string; address: string }[]> {
  const found = await listContextRepositories(db, projectId);
  return found.flatMap(({ name, repositoryKind, repository }) =>
    repositoryKind === 'url' ? [{ name, address: repositoryAt(repository) }] : [],
  );
}

/** From the product's repositories, only pushes count: a merge is one. */
function productEvent(repository: string, event: HostEvent): HostEvent[] {
  if (event.kind !== 'pushed' || event.commit === null) return [];
  return [{ kind: 'product', repository, what: `${event.branch}-${event.commit}` }];
}

/** Gitea and Forgejo send the headers of GitHub besides their own. */
function senderOf({ headers }: HostWebhook): Exclude<HostKind, 'git'> {
  if (headers['x-gitlab-event'] !== undefined) return 'gitlab';
  if (headers['x-gitea-event'] !== undefined || headers['x-forgejo-event'] !== undefined) return 'gitea';
  return 'github';
}

function familyOf(kind: HostKind): HostKind {
  return kind === 'forgejo' ? 'gitea' : kind;
}
