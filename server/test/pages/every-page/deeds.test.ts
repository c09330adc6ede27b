import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read.ts';
import { privateNetworks } from '../../../src/network/private-networks.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { startGitHost } from '../../support/git-host.ts';
import type { GitHost } from '../../support/git-host.ts';
import { accountForms } from './forms/account.ts';
import { sendable } from './forms/form.ts';
import type { Desk, Form } from './forms/form.ts';
import { peopleAndKeyForms } from './forms/people-and-keys.ts';

const forms: Form[] = [...accountForms, ...peopleAndKeyForms];

let site: TestSite;
let host: GitHost;
let desk: Desk;

beforeAll(async () => {
  const allowed = privateNetworks(['127.0.0.0/8']);
  site = await startSite({ services: () => ({ guard: { allowed } }) });
  host = await startGitHost({ 'docs.git': site.repository.path });
  desk = { site, gitAddress: host.url('docs.git') };
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

describe('the audit log tells what was done, by whom and to what', () => {
  test.each(forms.map((form) => [[form.route, form.way].filter(Boolean).join(' '), form] as const))(
    '%s',
    async (_name, { fill }) => {
      const { path, fields = {}, by, status, entries, organisationId = site.docs.organisationId } = await fill(desk);
      const before = await entriesOf(organisationId);
      const reply = await fetch(site.origin + path, sendable(by, fields));
      expect(status === undefined ? [200, 201, 303] : [status]).toContain(reply.status);
      const written = (await entriesOf(organisationId)).slice(before.length);
      expect(written).toEqual(entries.map((entry) => ({ actor: { kind: 'person', id: by?.id }, ...entry })));
    },
  );
});

/** All entries of an organisation, oldest first. */
async function entriesOf(organisationId: string): Promise<object[]> {
  const { entries, nextCursor } = await readAudit(site.api.db, organisationId, { limit: 1_000 });
  expect(nextCursor).toBeNull();
  return entries.toReversed().map(({ actor: { kind, id }, action, projectId, subject }) => ({
    actor: { kind, id },
    action,
    projectId,
    subject,
  }));
}
