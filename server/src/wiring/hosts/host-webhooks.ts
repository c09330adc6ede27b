import { randomBytes } from 'node:crypto';
import type { HostedName } from '../../code-hosts/access.ts';
import { hostModule } from '../../code-hosts/hosted.ts';
import { HostEvent, keyOf } from '../../code-hosts/host-event.ts';
import type { HostWebhook } from '../../code-hosts/host-event.ts';
import { hostedNames, kinds } from '../../code-hosts/kinds.ts';
import type { HttpServices } from '../../http/services.ts';
import { readConnection, readSealed, webhookPurpose } from '../../projects/connection/connection.ts';
import { listContextRepositories } from '../../projects/connection/context-repositories.ts';
import type { SecretBox } from '../../secrets/box.ts';
import { repositoryAt } from './hosts.ts';
import type { App } from '../app.ts';

/**
 * Reads the webhooks of code hosts. The content decides how it is checked. When a project has no secret, a random one
 * that nobody knows is used: so the time that a refusal takes reveals nothing about the project.
 */
export function hostWebhooksOf({ db }: Pick<App, 'db'>, box: SecretBox): HttpServices['hostWebhooks'] {
  const unknownSecret = randomBytes(32).toString('hex');
  let sealed: Promise<Buffer> | undefined;
  const proofOf = async (projectId: string | undefined, kind: HostedName) => {
    sealed ??= box.seal(unknownSecret, webhookPurpose('')).catch((error: unknown) => {
      sealed = undefined;
      throw error;
    });
    // An id that no project has, so that the database gets the same queries.
    const id = projectId ?? '';
    const [connection, secrets, standIn] = await Promise.all([readConnection(db, id), readSealed(db, id), sealed]);
    const isTheirs = connection !== undefined && kinds[connection.host].client === kinds[kind].client;
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

/** A webhook of no kind is read as one of GitHub's, which refuses it in the same words as a wrong signature. */
function senderOf({ headers }: HostWebhook): HostedName {
  return hostedNames.find((kind) => kinds[kind].webhook.isSender(headers)) ?? 'github';
}
