import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../../../src/audit/read.ts';
import { privateNetworks } from '../../../src/network/private-networks.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { startGitHost } from '../../support/git-host.ts';
import type { GitHost } from '../../support/git-host.ts';
import { accountForms } from './forms/account.ts';
import { automationForms } from './forms/automations.ts';
import { feedbackForms } from './forms/feedback.ts';
import { triggerForms } from './forms/triggers.ts';
import { sendable } from './forms/form.ts';
import type { Desk, Form } from './forms/form.ts';
import { jobAndPullRequestForms } from './forms/jobs-and-pull-requests.ts';
import { peopleAndKeyForms } from './forms/people-and-keys.ts';
import { projectForms } from './forms/projects.ts';
import { settingsForms } from './forms/settings.ts';

const forms: Form[] = [
  ...accountForms,
  ...peopleAndKeyForms,
  ...projectForms,
  ...settingsForms,
  ...jobAndPullRequestForms,
  ...automationForms,
  ...feedbackForms,
  ...triggerForms,
];

/** Routes whose forms change nothing worth an entry, and why. */
const withoutEntry: Record<string, string> = {
  '/projects/:projectId/settings/triggers/preview':
    'It shows what a trigger would make of a sample, and keeps nothing.',
  '/projects/:projectId/settings/triggers':
    'It writes the entry that the API writes, where it is tried: both make it by one verb.',
  '/projects/:projectId/readers/not-found/repair':
    'It writes the entry that the API writes, where it is tried: both make the same job.',
  '/projects/:projectId/settings/connection/check':
    'It tries what is stored, shows what came of it, and keeps nothing.',
  '/projects/:projectId/pulls/:number/viewed':
    'What somebody has read is theirs alone, and changes nothing for anybody else.',
};

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

test('every form of the pages is tried here, or is listed as one without an entry', () => {
  const routes = site.routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const tried = new Set([...forms.map(({ route }) => route), ...Object.keys(withoutEntry)]);
  expect(routes.map(({ method }) => method)).toEqual(routes.map(() => 'POST'));
  expect([...tried].sort()).toEqual(routes.map(({ url }) => url).sort());
});

describe('the audit log reports what was done, by whom and to what', () => {
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

test('a check that stores nothing writes no entry', async () => {
  const settings = settingsForms.find(({ route }) => route.endsWith('/connection/secret'));
  const { path, by } = (await settings?.fill(desk)) ?? { path: '', by: null };
  const before = await entriesOf(site.docs.organisationId);
  const reply = await fetch(site.origin + path.replace(/secret$/, 'check'), sendable(by, {}));
  expect(reply.status).toBe(200);
  expect(await entriesOf(site.docs.organisationId)).toEqual(before);
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
