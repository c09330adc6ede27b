import { expect } from 'vitest';
import { createKey } from '../../../../src/projects/key/keys.ts';
import { ofPerson, somebody } from './form.ts';
import type { Entry, Form } from './form.ts';

/** Who has access: people and keys. */
export const peopleAndKeyForms: Form[] = [
  {
    route: '/people/new',
    async fill({ site }) {
      const fields = { name: 'Newcomer', role: 'viewer', email: 'newcomer@example.com' };
      const invited = { id: expect.stringMatching(/^per_/), name: fields.name };
      return { path: '/people/new', fields, by: await somebody(site), entries: [ofPerson('person.invite', invited)] };
    },
  },
  {
    route: '/people/:personId',
    async fill({ site }) {
      const [by, other] = [await somebody(site), await somebody(site, 'viewer')];
      const fields = { name: other.name, role: 'editor', email: '' };
      return { path: `/people/${other.id}`, fields, by, entries: [ofPerson('person.change', other)] };
    },
  },
  {
    route: '/people/:personId/link',
    async fill({ site }) {
      const [by, other] = [await somebody(site), await somebody(site, 'viewer')];
      return { path: `/people/${other.id}/link`, by, entries: [ofPerson('person.link', other)] };
    },
  },
  {
    route: '/people/:personId/remove',
    async fill({ site }) {
      const [by, other] = [await somebody(site), await somebody(site, 'viewer')];
      return { path: `/people/${other.id}/remove`, by, entries: [ofPerson('person.remove', other)] };
    },
  },
  {
    route: '/keys',
    async fill({ site }) {
      const fields = { name: 'Ours', 'scope agent:read': 'on', project: site.docs.id, expires: '90' };
      const entry = ofKey('key.create', { id: expect.stringMatching(/^key_/), name: 'Ours', projectId: site.docs.id });
      return { path: '/keys', fields, by: await somebody(site), entries: [entry] };
    },
  },
  ...(['revoke', 'rotate'] as const).map((verb): Form => ({
    route: `/keys/:keyId/${verb}`,
    async fill({ site }) {
      const { organisationId } = site.docs;
      const draft = { organisationId, name: `To ${verb}`, scopes: ['agent:read' as const] };
      const { key } = await createKey(site.api.db, draft);
      return { path: `/keys/${key.id}/${verb}`, by: await somebody(site), entries: [ofKey(`key.${verb}`, key)] };
    },
  })),
];

function ofKey(
  action: 'key.create' | 'key.revoke' | 'key.rotate',
  { id, name, projectId }: { id: unknown; name: string; projectId: string | null },
): Entry {
  return { action, projectId, subject: { kind: 'key', id, name } };
}
