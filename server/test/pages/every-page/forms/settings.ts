import { expect } from 'vitest';
import type { AuditAction } from '../../../../src/audit/actions.ts';
import { patchForms } from '../../../../src/pages/projects/settings/forms/patch-forms.ts';
import { formerValues } from '../../../../src/pages/projects/settings/sent-patch.ts';
import type { Project } from '../../../../src/projects/project.ts';
import { newProject, ofProject, somebody } from './form.ts';
import type { Desk, Entry, Form } from './form.ts';

const settings = '/projects/:projectId/settings';

/** Each section of the settings that is saved separately, with a change of it. */
const changes: Record<string, Record<string, string>> = {
  general: { name: 'Another name' },
  source: { ref: 'main', docsFolder: 'docs' },
  calls: { effort: 'high', maxOutputTokens: '16000', temperature: '0.2', parallelCalls: 'no', images: 'on' },
  agent: {
    model: '',
    helperModel: 'anthropic/claude-haiku-4-5',
    questionsModel: '',
    instructions: 'Be brief.',
    checks: 'draft',
    guardViews: '0',
    archiveOn: 'merge,close',
    mergeBy: 'anyone',
    sharedFiles: 'tell',
    effectComment: 'off',
    ciRounds: '1',
    ciWaitMinutes: '30',
  },
  commits: {
    commitAuthor: 'Docs Bot <docs-bot@example.com>',
    signOff: 'always',
    maxChangedFiles: '20',
    maxChangedLines: '',
    refuseFilesOver: '500',
    refuseBytesOver: '',
    refuseDeletedOver: '10',
    allow: 'docs/examples/**',
    pageCode: 'mark',
    newHosts: 'refuse',
    installCommands: 'allow',
  },
  merging: {
    'mergePolicy.kinds': 'links,redirects',
    'mergePolicy.maxFiles': '20',
    'mergePolicy.maxChangedLines': '100',
    'mergePolicy.quarantineHours': '24',
    'mergePolicy.requireChecks': 'yes',
  },
  limits: { 'limits.steps': '20' },
  publishing: { siteUrl: 'https://docs.example.com', pagesAt: '' },
  readers: {
    readerRules: 'name=Link check; pattern=acme-probe; class=bot',
    excludeAddresses: '192.0.2.0/24',
    excludePaths: '/internal/*',
    excludeUserAgents: 'acme-monitor',
  },
  reports: { reportPeriods: 'week,month', reportRecipients: 'ada@example.com' },
  readability: { readabilityOff: 'code-language, link-words' },
  counting: { origins: 'https://docs.example.com', peopleFrom: '', newPathsPerDay: '20000' },
};

function wasIn(section: string, project: Project): string {
  const form = patchForms.find(({ id }) => id === section);
  return form === undefined ? '' : formerValues(form, project);
}

/** The settings of a project. */
export const settingsForms: Form[] = [
  ...Object.entries(changes).map(([section, fields]): Form => ({
    route: `${settings}/${section}`,
    async fill(desk) {
      const project = await newProject(desk);
      return {
        path: `/projects/${project.id}/settings/${section}`,
        fields: { was: wasIn(section, project), repository: desk.gitAddress, ...fields },
        by: await somebody(desk.site, /^(?:merging|commits)$/.test(section) ? 'owner' : 'editor'),
        entries: [ofProject('project.change', { ...project, ...(section === 'general' && fields) })],
      };
    },
  })),
  ofSettings('connection', 'project.connect', { host: 'git', kind: 'token', secret: 'a-token-of-a-test' }),
  ofSettings('connection/secret', 'project.connect'),
  ofSettings('connection/disconnect', 'project.disconnect'),
  ofSettings('context', 'project.context', { name: 'product', ref: '' }),
  ofSettings('context/:name/remove', 'project.context'),
  ofSettings('models', 'project.model-key', { provider: 'anthropic', key: 'a-key-of-a-test' }),
  ofSettings('models/:provider/remove', 'project.model-key'),
  ofSettings('webhooks', 'webhook.create', { url: 'https://hooks.example.com/x', 'event job.failed': 'on' }),
  ofSettings('webhooks/:webhookId/test', 'webhook.test'),
  ofSettings('webhooks/:webhookId/enable', 'webhook.enable'),
  ofSettings('webhooks/:webhookId/delete', 'webhook.delete'),
  ofSettings('webhooks/:webhookId/deliveries/:deliveryId/redeliver', 'webhook.redeliver'),
];

/** A form about something that belongs to the project: one of everything is created before. */
function ofSettings(below: string, action: AuditAction, fields: Record<string, string> = {}): Form {
  return {
    route: `${settings}/${below}`,
    async fill(desk) {
      const project = await newProject(desk);
      const ids = await everythingIn(desk, project);
      const named = below.replaceAll(/:(\w+)/g, (_whole, name: string) => ids[name] ?? '');
      const entry: Entry = action.startsWith('webhook.')
        ? { action, projectId: project.id, subject: { kind: 'webhook', id: ids.webhookId, name: '' } }
        : ofProject(action, project);
      if (action === 'webhook.create') entry.subject.id = expect.stringMatching(/^whk_/);
      return {
        path: `/projects/${project.id}/settings/${named}`,
        fields: { repository: desk.gitAddress, ...fields },
        by: await somebody(desk.site, 'editor'),
        entries: [entry],
      };
    },
  };
}

async function everythingIn({ site }: Desk, project: Awaited<ReturnType<typeof newProject>>) {
  const { contextName, ...ids } = await site.api.newIds(project);
  const path = `/v1/projects/${project.id}/model-keys/${ids.provider}`;
  const reply = await site.api.send('PUT', path, { body: { key: 'a-key-of-a-test' } });
  expect(reply.status).toBe(200);
  const named: Record<string, string> = { ...ids, name: contextName };
  return named;
}
