import { expect } from 'vitest';
import { setPasswordHash } from '../../../../src/people/change-person.ts';
import { createOwnerLink } from '../../../../src/people/owner-link.ts';
import { openPasswords } from '../../../../src/people/passwords.ts';
import { createSession } from '../../../../src/people/sessions.ts';
import { createSignInLink } from '../../../../src/people/sign-in-links.ts';
import { createKey } from '../../../../src/projects/key/keys.ts';
import { ofPerson, somebody } from './form.ts';
import type { Desk, Form, Somebody } from './form.ts';

const password = 'a few good words';

/** Signing in and out, and one's own account. */
export const accountForms: Form[] = [
  {
    route: '/welcome/:token',
    async fill({ site }) {
      const organisationId = 'org_new';
      await site.api.db.insertInto('organisation').values({ id: organisationId, name: 'New' }).execute();
      const link = await createOwnerLink(site.api.db, organisationId, new Date());
      const ada = { id: expect.stringMatching(/^per_/), name: 'Ada' };
      const actor = { kind: 'person', id: ada.id };
      return {
        path: `/welcome/${link?.token}`,
        fields: { name: ada.name, email: 'ada@new.example.com', password },
        by: null,
        organisationId,
        entries: (['person.invite', 'person.join', 'sign-in'] as const).map((action) => ({
          ...ofPerson(action, ada),
          actor,
        })),
      };
    },
  },
  {
    route: '/sign-in/:token',
    async fill({ site }) {
      const person = await somebody(site);
      const { token } = await createSignInLink(site.api.db, person.id, { now: new Date() });
      return { path: `/sign-in/${token}`, by: null, entries: [signsIn(person)] };
    },
  },
  {
    route: '/sign-in',
    way: 'by password',
    async fill(desk) {
      const { person, email } = await withPassword(desk, 'in@example.com');
      return { path: '/sign-in', fields: { email, password }, by: null, entries: [signsIn(person)] };
    },
  },
  {
    route: '/sign-in',
    way: 'by a wrong password',
    async fill(desk) {
      const { person, email } = await withPassword(desk, 'wrong@example.com');
      const entry = { ...ofPerson('sign-in.failed', person), actor: { kind: 'system', id: null } };
      return { path: '/sign-in', fields: { email, password: 'no' }, by: null, status: 401, entries: [entry] };
    },
  },
  {
    route: '/sign-in',
    way: 'by an API key',
    async fill({ site }) {
      const { organisationId } = site.api.project;
      const { key, token } = await createKey(site.api.db, { organisationId, name: 'Mine', scopes: ['agent:read'] });
      const actor = { kind: 'key', id: key.id };
      const entry = { action: 'sign-in', actor, projectId: null, subject: { ...actor, name: 'Mine' } } as const;
      return { path: '/sign-in', fields: { key: token }, by: null, entries: [entry] };
    },
  },
  {
    route: '/sign-out',
    async fill({ site }) {
      const by = await somebody(site, 'viewer');
      return { path: '/sign-out', by, entries: [ofPerson('sign-out', by)] };
    },
  },
  {
    route: '/account/name',
    async fill({ site }) {
      const by = await somebody(site, 'viewer');
      const entries = [ofPerson('person.change', { ...by, name: 'Renamed' })];
      return { path: '/account/name', fields: { name: 'Renamed' }, by, entries };
    },
  },
  {
    route: '/account/password',
    async fill({ site }) {
      const by = await somebody(site, 'viewer', 'new@example.com');
      return { path: '/account/password', fields: { password }, by, entries: [ofPerson('person.password', by)] };
    },
  },
  {
    route: '/account/sessions/end',
    async fill({ site }) {
      const by = await somebody(site, 'viewer');
      await createSession(site.api.db, by.id, { now: new Date() });
      return { path: '/account/sessions/end', by, entries: [ofPerson('session.end', by)] };
    },
  },
];

function signsIn(person: Somebody) {
  return { ...ofPerson('sign-in', person), actor: { kind: 'person', id: person.id } };
}

async function withPassword({ site }: Desk, email: string): Promise<{ person: Somebody; email: string }> {
  const person = await somebody(site, 'viewer', email);
  const place = { organisationId: site.api.project.organisationId, personId: person.id };
  const hash = await openPasswords().hash(password);
  await site.api.db.transaction().execute((transaction) => setPasswordHash(transaction, place, hash));
  return { person, email };
}
