import { expect } from 'vitest';
import { createShareLink } from '../../../../src/projects/share-links.ts';
import { sampleRepository } from '../../../http/support/projects.ts';
import { newProject, ofProject, somebody } from './form.ts';
import type { Entry, Form } from './form.ts';

const shares = '/projects/:projectId/readers/shares';

/** Projects themselves, and who else sees their readers. */
export const projectForms: Form[] = [
  {
    route: '/projects/new',
    async fill({ site }) {
      const fields = { repository: sampleRepository(), ref: 'main', docs: '', name: 'Quite new' };
      const id: unknown = expect.stringMatching(/^prj_/);
      const entry: Entry = {
        action: 'project.create',
        projectId: id,
        subject: { kind: 'project', id, name: fields.name },
      };
      return { path: '/projects/new', fields, by: await somebody(site), entries: [entry] };
    },
  },
  {
    route: '/projects/new/connect',
    async fill(desk) {
      const project = await newProject(desk);
      return {
        path: `/projects/new/connect?project=${project.id}`,
        fields: { host: 'git', kind: 'token', secret: 'a-token-of-a-test' },
        by: await somebody(desk.site),
        entries: [ofProject('project.connect', project)],
      };
    },
  },
  {
    route: '/projects/new/counting',
    async fill(desk) {
      const project = await newProject(desk);
      return {
        path: `/projects/new/counting?project=${project.id}`,
        fields: { siteUrl: 'https://docs.example.com', revision: '0' },
        by: await somebody(desk.site),
        entries: [ofProject('project.change', project)],
      };
    },
  },
  {
    route: '/projects/:projectId/settings/delete',
    async fill(desk) {
      const project = await newProject(desk);
      const path = `/projects/${project.id}/settings/delete`;
      const entries = [ofProject('project.delete', project)];
      return { path, fields: { name: project.name }, by: await somebody(desk.site), entries };
    },
  },
  {
    route: shares,
    async fill({ site }) {
      const subject = { kind: 'share link', id: expect.stringMatching(/^shr_/), name: 'Newsletter' };
      return {
        path: shares.replace(':projectId', site.docs.id),
        fields: { name: 'Newsletter' },
        by: await somebody(site, 'editor'),
        entries: [{ action: 'share.create', projectId: site.docs.id, subject }],
      };
    },
  },
  {
    route: `${shares}/:shareId/revoke`,
    async fill({ site }) {
      const projectId = site.docs.id;
      const { share } = await createShareLink(site.api.db, { projectId, name: 'Old', createdBy: 'test' });
      return {
        path: `${shares.replace(':projectId', projectId)}/${share.id}/revoke`,
        by: await somebody(site, 'editor'),
        entries: [{ action: 'share.revoke', projectId, subject: { kind: 'share link', id: share.id, name: 'Old' } }],
      };
    },
  },
];
