import { TriggerRequest, scopes } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  absentAutomationId,
  absentFeedbackId,
  absentDeliveryId,
  absentJobId,
  absentShareId,
  absentTriggerId,
  absentWebhookId,
} from '../support/endpoints.ts';
import { formTokenOf } from '../../../src/http/session/forgery.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createSession } from '../../../src/people/sessions.ts';
import { createKey } from '../../../src/projects/key/keys.ts';
import { createShareLink } from '../../../src/projects/share-links.ts';
import { secretBox } from '../../../src/secrets/box.ts';
import { createTrigger } from '../../../src/triggers/trigger.ts';
import { knownIds, signedInForms, signedInPages } from '../../pages/every-page/routes.ts';
import type { KnownIds, PageAddress } from '../../pages/every-page/routes.ts';
import { startSite } from '../support/site.ts';
import type { TestSite } from '../support/site.ts';
import { hashRows } from './rows.ts';

let site: TestSite;
let theirs: KnownIds;
/** The ids of the requester's own things. */
let own: KnownIds;

/** The headers of somebody without access there, and the token of their forms. */
interface Stranger {
  headers: Record<string, string>;
  token: string;
}
const strangers = new Map<string, Stranger>();

/** Ids of things that do not exist. */
const absent: Readonly<Record<string, string>> = {
  projectId: `prj_${'0'.repeat(22)}`,
  number: '1',
  keyId: `key_${'0'.repeat(22)}`,
  personId: `per_${'0'.repeat(22)}`,
  jobId: absentJobId,
  webhookId: absentWebhookId,
  deliveryId: absentDeliveryId,
  shareId: absentShareId,
  triggerId: absentTriggerId,
  automationId: absentAutomationId,
  feedbackId: absentFeedbackId,
};

/** Names that are unique only within a project, and secrets that open a page for whoever has them. */
const noIdentifiers = new Set(['name', 'provider', 'step', 'token', 'code', 'file']);

const box = secretBox(async () => Buffer.alloc(32, 7));

beforeAll(async () => {
  site = await startSite();
  await site.propose({ files: { 'docs/index.md': '# Hello\n' } });
  const { db, foreign, project } = site.api;
  const { webhookId, deliveryId } = await site.api.newWebhook(site.docs);
  const { share } = await createShareLink(db, { projectId: site.docs.id, name: 'Theirs', createdBy: 'test' });
  const aTrigger = TriggerRequest.parse({ name: 'Theirs', prompt: 'Fix what this asks for' });
  const { trigger } = await createTrigger(db, box, { ...aTrigger, projectId: site.docs.id });
  theirs = { ...(await knownIds(site)), webhookId, deliveryId, shareId: share.id, triggerId: trigger.id };
  own = { ...theirs, ...(await site.api.newIds(foreign)) };
  const { organisationId } = foreign;
  for (const role of ['owner', 'editor', 'viewer'] as const) {
    const { id } = await createPerson(db, { organisationId, name: `Another ${role}`, role });
    const { sessionToken } = await createSession(db, id, { now: new Date() });
    const headers = { cookie: `copydesk_session=person.${sessionToken}`, 'sec-fetch-site': 'same-origin' };
    strangers.set(`an ${role} of another organisation`, { headers, token: formTokenOf(sessionToken) });
  }
  for (const scope of scopes) {
    const { token } = await createKey(db, { organisationId, name: scope, scopes: [scope] });
    strangers.set(`a key of another organisation with ${scope}`, bearer(token));
  }
  strangers.set('a key with admin for another project', bearer(await site.newKey(['admin'], project.id)));
});
afterAll(() => site[Symbol.asyncDispose]());

function bearer(key: string): Stranger {
  return { headers: { authorization: `Bearer ${key}` }, token: '' };
}

async function ask({ headers, token }: Stranger, { method, path }: PageAddress) {
  const reply = await fetch(site.origin + path, {
    method,
    // The length of a compressed reply depends on the id that it repeats.
    headers: { accept: 'text/html', 'accept-encoding': 'identity', ...headers },
    redirect: 'manual',
    ...(method === 'POST' && { body: new URLSearchParams({ token }) }),
  });
  const text = (await reply.text()).replaceAll(/req_[\w-]+|value="[\w-]{86}"/g, '');
  const reported = [...reply.headers].filter(([name]) => !['date', 'location', 'x-request-id'].includes(name));
  return { status: reply.status, location: reply.headers.get('location'), headers: reported, text };
}

type Asked = Awaited<ReturnType<typeof ask>>;

/** Returns a reply without what it repeats of the address. */
function without(ids: KnownIds, { status, location, headers, text }: Asked) {
  const plain = (whole: string | null) =>
    Object.values(ids)
      .filter((id) => id.length > 5)
      .reduce((rest, id) => rest.replaceAll(id, '…'), whole ?? '');
  return { status, location: plain(location), headers, text: plain(text) };
}

test('every page and form answers a stranger as if the object did not exist, and changes nothing', async () => {
  const [there, nowhere] = [theirs, { ...theirs, ...absent }].map((ids) => [
    ...signedInPages(site, ids),
    ...signedInForms(site, ids),
  ]);
  const pairs = (there ?? []).flatMap((page, place) => {
    const twin = nowhere?.[place];
    return twin !== undefined && twin.path !== page.path ? [{ page, twin }] : [];
  });
  expect(pairs.length).toBeGreaterThan(50);
  const before = await hashRows(site.api.db);
  for (const { page, twin } of pairs) {
    for (const [who, stranger] of strangers) {
      const reported = without(theirs, await ask(stranger, page));
      const asked = `${who}: ${page.method} ${page.route}`;
      expect([asked, reported]).toEqual([asked, without(absent, await ask(stranger, twin))]);
      expect([asked, reported.status]).toEqual([asked, expect.toSatisfy((status) => [400, 403, 404].includes(status))]);
    }
  }
  expect(await hashRows(site.api.db)).toEqual(before);
}, 240_000);

test('the test has an existing and a missing identifier for every name in an address', () => {
  const names = site.routes.flatMap(({ url }) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
  const known = new Set([...noIdentifiers, ...Object.keys(absent).filter((name) => theirs[name] !== undefined)]);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test('no page or form accepts an identifier of another organisation within the caller’s own project', async () => {
  const owner = strangers.get('an owner of another organisation') ?? bearer('');
  const before = await hashRows(site.api.db);
  for (const name of Object.keys(absent).filter((one) => one !== 'projectId')) {
    const [swapped, nowhere] = [theirs, absent].map((ids) => {
      const named = { ...own, [name]: ids[name] ?? '' };
      const routes = [...signedInPages(site, named), ...signedInForms(site, named)];
      return { named, pages: routes.filter(({ route }) => route.includes(`:${name}`) && route.includes(':projectId')) };
    });
    for (const [place, page] of (swapped?.pages ?? []).entries()) {
      const twin = nowhere?.pages[place];
      if (swapped === undefined || nowhere === undefined || twin === undefined) continue;
      const reported = without(swapped.named, await ask(owner, page));
      const asked = `${page.method} ${page.route}`;
      expect([asked, reported]).toEqual([asked, without(nowhere.named, await ask(owner, twin))]);
      expect([asked, reported.status]).toEqual([
        asked,
        expect.toSatisfy((status) => [303, 400, 403, 404].includes(status)),
      ]);
    }
  }
  expect(await hashRows(site.api.db)).toEqual(before);
}, 120_000);

test('pages without an identifier in their address show nothing of another organisation', async () => {
  const pages = signedInPages(site, theirs).filter(({ route }) => !route.includes(':'));
  const { projectId = '', keyId = '', personId = '', jobId = '' } = theirs;
  for (const page of pages) {
    for (const [who, stranger] of strangers) {
      const { text } = await ask(stranger, page);
      const shown = [projectId, keyId, personId, jobId, 'Handbook', 'To be looked at'].filter((one) =>
        text.includes(one),
      );
      expect([who, page.route, shown]).toEqual([who, page.route, []]);
    }
  }
});

test('git reveals and accepts nothing of another organisation', async () => {
  const { id } = site.docs;
  const services = ['info/refs?service=git-upload-pack', 'info/refs?service=git-receive-pack'];
  const before = await site.repository.git('for-each-ref');
  const keys = [...strangers].filter(([who]) => who.startsWith('a key'));
  for (const [who, { headers }] of keys) {
    for (const service of [...services, 'git-upload-pack', 'git-receive-pack']) {
      const [reported, ofNothing] = await Promise.all(
        [id, absent.projectId ?? ''].map(async (projectId) => {
          const method = service.startsWith('info') ? 'GET' : 'POST';
          const body = method === 'POST' ? '0000' : undefined;
          const reply = await fetch(`${site.origin}/git/${projectId}.git/${service}`, { method, headers, body });
          const text = (await reply.text()).replaceAll(/req_[\w-]+/g, '').replaceAll(projectId, '…');
          return { status: reply.status, text };
        }),
      );
      expect([who, service, reported]).toEqual([who, service, ofNothing]);
      expect([who, service, reported?.status]).toEqual([
        who,
        service,
        expect.toSatisfy((one) => one === 403 || one === 404),
      ]);
    }
  }
  expect(await site.repository.git('for-each-ref')).toBe(before);
});
