import { AutomationRequest } from '@copydesk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAutomation } from '../../src/automations/automation.ts';
import { kindForms } from '../../src/pages/automations/kind-forms.ts';
import { sayOne } from '../http/support/feedback.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => await site[Symbol.asyncDispose]());
beforeEach(async () => await setModel(null));

const base = () => `${site.origin}/projects/${site.docs.id}`;

async function setModel(model: string | null): Promise<void> {
  await site.api.db.updateTable('project').set({ model }).where('id', '=', site.docs.id).execute();
}

async function look(path: string): Promise<string> {
  const reply = await fetch(`${base()}${path}`, {
    headers: { accept: 'text/html', cookie: await site.session('owner') },
  });
  expect(reply.status).toBe(200);
  return await reply.text();
}

async function scheduled(name: string, prompt: string): Promise<{ id: string }> {
  const draft = AutomationRequest.parse({ name, prompt, trigger: { kind: 'schedule', cron: '@daily' } });
  return await createAutomation(site.api.db, { ...draft, projectId: site.docs.id }, new Date());
}

const toTheSetting = () => `href="${new URL(base()).pathname}/settings#agent"`;

describe('with the built-in model', () => {
  test('feedback has no button that would fail, and says what it needs', async () => {
    await sayOne(site.api.db, site.docs.id, { path: '/guide', comment: 'The second step is missing' });
    await sayOne(site.api.db, site.docs.id, { path: '/guide', comment: 'The third one, too' });
    const text = await look('/readers/feedback');
    expect(text).not.toContain('/feedback/fix"');
    expect(text).toContain('Let the agent fix it (needs another model)');
    expect(text).toContain('Fix all 2 (needs another model)');
    expect(text).toContain(toTheSetting());
    await setModel('anthropic/claude-sonnet-5-5');
    const able = await look('/readers/feedback');
    expect(able).toContain('/feedback/fix"');
    expect(able).not.toContain('needs another model');
  });

  test('feedback is given to a job by an instruction that the model understands, and refused otherwise', async () => {
    const id = await sayOne(site.api.db, site.docs.id, { path: '/other', comment: 'Spelling' });
    const path = `/v1/analytics/${site.docs.id}/feedback-fix`;
    const refused = await site.api.send('POST', path, { body: { ids: [id] } });
    expect(refused).toMatchObject({
      status: 422,
      json: { code: 'model_not_configured', detail: expect.stringContaining('builtin/copyeditor does not') },
    });
    const kept = await site.api.db.selectFrom('feedback').select('status').where('id', '=', id).execute();
    expect(kept).toEqual([{ status: 'pending' }]);
    const started = await site.api.send('POST', path, { body: { ids: [id], prompt: 'Replace "a" with "b"' } });
    expect(started.status).toBe(201);
  });

  test.each(Object.entries(kindForms).map(([kind, { prompt }]) => [kind, prompt] as const))(
    'the form of an automation of the kind %s says whether its prompt needs a model',
    async (kind) => {
      const says = (await look(`/automations/new?kind=${kind}`)).includes('This prompt needs another model');
      expect(says).toBe(kind !== 'not_found');
    },
  );

  test('an automation says on its page and in the list that its prompt needs a model', async () => {
    const prose = await scheduled('Prose', 'Look for pages that are out of date');
    const plain = await scheduled('Plain', 'Fix broken links');
    const list = await look('/automations');
    expect(list.match(/needs another model/g)).toHaveLength(1);
    expect(list).toMatch(/Prose<\/bdi><\/a>\s*<span class="chip bad">needs another model/);
    expect(await look(`/automations/${prose.id}`)).toContain(toTheSetting());
    expect(await look(`/automations/${prose.id}?dry-run=1`)).toContain('needs a model that understands free text');
    expect(await look(`/automations/${plain.id}?dry-run=1`)).not.toMatch(/needs (?:a|another) model/);
  });

  test('a job that failed because of its model leads to the setting and to a new job', async () => {
    const { id } = await site.api.newJob({ project: site.docs });
    const error = { code: 'instruction_not_understood', detail: 'It did not understand it.', retryable: false };
    await site.api.db
      .updateTable('job')
      .set({ status: 'failed', error: JSON.stringify(error) })
      .where('id', '=', id)
      .execute();
    const text = await look(`/jobs/${id}`);
    expect(text).toContain(toTheSetting());
    expect(text).toMatch(/href="[^"]*\/jobs\/new\?prompt=[^"]+">start a new job/);
    expect(text).not.toContain('then send a message, and the job continues');
  });
});

describe('a model that cannot be used', () => {
  test.each([
    ['anthropic/claude-sonet-5-5', 'Did you mean anthropic/claude-sonnet-5-5?'],
    ['openai/gpt-5', 'until you set OPENAI_API_KEY'],
    ['builtin/copyedit', 'There is no model builtin/copyedit. Did you mean builtin/copyeditor?'],
  ])('%s is saved with a warning, which a new job and the settings show', async (model, warning) => {
    const patched = await site.api.send('PATCH', `/v1/projects/${site.docs.id}`, { body: { model } });
    expect(patched).toMatchObject({
      status: 200,
      json: { model, warnings: [{ setting: 'model', model, detail: expect.stringContaining(warning) }] },
    });
    const shown = await look('/settings?done=agent');
    expect(shown.split(warning)).toHaveLength(3);
    expect(await look('/jobs/new')).toContain(warning);
  });

  test('one that works is saved without a warning', async () => {
    const path = `/v1/projects/${site.docs.id}`;
    await site.api.send('PUT', `${path}/model-keys/openai`, { body: { key: 'a-key-of-a-test' } });
    const patched = await site.api.send('PATCH', path, { body: { model: 'openai/gpt-5' } });
    expect(patched).toMatchObject({ status: 200, json: { warnings: [] } });
    expect(await look('/settings?done=agent')).toMatch(/role="status">.*<span>Saved\.<\/span>/s);
  });
});

describe('the page of an automation', () => {
  test('names its settings and limits as the form does', async () => {
    const draft = AutomationRequest.parse({
      name: 'Named',
      prompt: 'Fix broken links',
      trigger: { kind: 'not_found', from: 'ai', minReaders: 4, days: 9 },
      limits: { jobsPerDay: 2, quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' } },
    });
    const { id } = await createAutomation(site.api.db, { ...draft, projectId: site.docs.id }, new Date());
    const facts = /<dl class="facts">(.*?)<\/dl>/s.exec(await look(`/automations/${id}`))?.[1] ?? '';
    expect(facts).toMatch(/Whose requests count<\/dt>\s*<dd><bdi>AI alone/);
    expect(facts).toMatch(
      /Different readers<\/dt>\s*<dd><bdi>4<\/bdi> <span class="meta">How many must have requested/,
    );
    expect(facts).toMatch(/Quiet hours<\/dt>\s*<dd><bdi>22:00 to 07:00, Europe\/Berlin/);
    expect(facts).not.toMatch(/jobsPerDay|minReaders|usdPerMonth|quietHours|null|\{/);
  });
});

test('a key that can no longer be opened does not keep anybody from the settings and from a new job', async () => {
  const { db } = site.api;
  const row = { project_id: site.docs.id, provider: 'anthropic', key: Buffer.from('sealed by another key'), hint: '' };
  await db.deleteFrom('model_key').where('project_id', '=', site.docs.id).execute();
  await db.insertInto('model_key').values(row).execute();
  expect(await look('/settings')).toContain('Model keys');
  expect(await look('/jobs/new')).toContain('What must be done?');
  const patched = await site.api.send('PATCH', `/v1/projects/${site.docs.id}`, {
    body: { model: 'anthropic/claude-sonnet-5-5' },
  });
  expect(patched).toMatchObject({ status: 200, json: { warnings: [] } });
});
