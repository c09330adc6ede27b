import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOfInvisible, replaceInvisible } from '@copydesk/contract/invisible';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { countViews, viewsOf } from '../../http/support/views.ts';
import { evilJob } from '../jobs/evil-job.ts';
import { knownIds, publicPages, signedInPages } from './routes.ts';
import type { KnownIds } from './routes.ts';

/**
 * An override, a zero-width space, a tag, an escape, a variation selector after a letter, a filler, and a private-use
 * character.
 */
const unseen = '\u202eg\u200bn\u{e0041}p\u001b[8m.\ufe0f\u3164\ue001';

/** Columns that others may write, in whatever way. The name of each precedes its characters; each is on some page. */
const columns: [table: string, column: string][] = [
  ['project', 'name'],
  ['project', 'instructions'],
  ['project', 'commit_author'],
  ['project', 'ref'],
  ['project', 'docs_folder'],
  ['api_key', 'name'],
  ['api_key', 'created_by'],
  ['person', 'name'],
  ['share_link', 'name'],
  ['share_link', 'created_by'],
  ['context_repository', 'ref'],
  ['code_host_connection', 'login'],
  ['code_host_connection', 'mention'],
  ['code_host_connection', 'repository'],
  ['model_key', 'base_url'],
  ['webhook', 'url'],
  ['pull_request', 'title'],
  ['pull_request', 'description'],
  ['view_page', 'path'],
  ['view_referrer', 'host'],
  ['view_kind', 'agent'],
  ['view_kind', 'operator'],
  ['job', 'author_name'],
  ['job', 'summary'],
];

/** Columns of a log that nobody can change: written with the characters. */
const audited = ['audit_entry.actor_name', 'audit_entry.subject_name', 'audit_entry.detail'];

let site: TestSite;
let ids: KnownIds;
let connected: KnownIds;

beforeAll(async () => {
  site = await startSite({ files: { 'docs/index.md': '# Welcome\n' } });
  const { api, docs } = site;
  await site.propose({
    branch: 'copydesk/hidden',
    title: 'A change',
    prompt: unseen,
    files: { 'docs/index.md': `# ${unseen}\n`, [`docs/a${unseen}.md`]: `${unseen}\n` },
  });
  await site.session('viewer');
  // Its repository has a URL, so that it can be connected with a code host.
  connected = await api.newIds(api.project);
  const jobId = await evilJob(site, unseen);
  ids = { ...(await knownIds(site)), jobId };
  await countViews(
    api,
    viewsOf('/a', { person: 2, claude: 3 }, { referrer: 'example.com', at: Date.now() }),
    docs.number,
  );
  await countViews(api, viewsOf('/b', { claude: 3 }, { found: false, at: Date.now() }), docs.number);
  await api.db
    .insertInto('model_key')
    .values({ project_id: api.project.id, provider: 'anthropic', base_url: 'https://models.example.com' })
    .execute();
  for (const [table, column] of columns) {
    const text = `(${table}.${column})${unseen}`;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = coalesce(${sql.ref(column)}, '') || ${text}`.execute(
      api.db,
    );
  }
  await api.db
    .insertInto('audit_entry')
    .values({
      organisation_id: docs.organisationId,
      actor_kind: 'person',
      actor_name: `(audit_entry.actor_name)${unseen}`,
      action: 'project.changed',
      project_id: docs.id,
      subject_kind: 'project',
      subject_name: `(audit_entry.subject_name)${unseen}`,
      detail: JSON.stringify({ [unseen]: `(audit_entry.detail)${unseen}`, list: [unseen] }),
    })
    .execute();
});
afterAll(async () => await site[Symbol.asyncDispose]());

test('no page contains a raw invisible character, except in form fields', { timeout: 120_000 }, async () => {
  const cookie = await site.session('owner');
  const shown = new Set<string>();
  const pages = [
    ...signedInPages(site, ids),
    ...signedInPages(site, { ...ids, ...connected }),
    ...publicPages(site, ids),
  ];
  for (const { path } of [...pages, ...withQueries()]) {
    const reply = await fetch(site.origin + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });
    expect([path, reply.status < 500]).toEqual([path, true]);
    if (!reply.headers.get('content-type')?.includes('html')) continue;
    const body = await reply.text();
    expect([path, rawNames(body)]).toEqual([path, []]);
    for (const [, name = ''] of body.matchAll(
      /\(([a-z_]+\.[a-z_]+)\)(?=<span class="hidden-character"|\[U\+202E\]|\u202e)/g,
    ))
      shown.add(name);
  }
  const written = [...columns.map((column) => column.join('.')), ...audited];
  expect(written.filter((name) => !shown.has(name))).toEqual([]);
});

test('a raw invisible character is found anywhere except in the value of a field', () => {
  expect(rawNames('<p title="a\u202e">')).toEqual(['U+202E']);
  expect(rawNames('<p>\u{e0041}</p><a href="/\u200b">')).toEqual(['U+E0041', 'U+200B']);
  expect(rawNames('<input value="\u202e"><textarea rows="2">\u200b</textarea>')).toEqual([]);
});

/** A form must return what was typed; see {@link unseenIn} for what is beside it. */
function rawNames(body: string): string[] {
  const read = body.replaceAll(/(<textarea\b[^>]*>)[\s\S]*?<\/textarea>/g, '$1').replaceAll(/ value="[^"]*"/g, '');
  const names = new Set<string>();
  replaceInvisible(read, (character) => {
    names.add(nameOfInvisible(character));
    return '';
  });
  return [...names];
}

/** Returns pages that show what is in their URL, and those that use another layout. */
function withQueries(): { path: string }[] {
  const text = encodeURIComponent(unseen);
  return [
    ...texts(
      ['/find?q=', '/audit?actor=', '/audit?subject=', '/audit?action=', '/audit?cursor=', '/sign-in?next='],
      '',
    ),
    ...texts(['/jobs?q=', '/jobs?author=', '/jobs/new?prompt=', '/jobs?cursor=', '/readers?range='], site.docs.id),
    ...texts(['/readers/page?path=', '/pulls/1?view=split&x=', '/pulls/1?view=preview&x=', '/'], site.docs.id),
    ...texts(['/', '/problems/'], ''),
  ].map((path) => ({ path: path + text }));
}

function texts(paths: string[], projectId: string): string[] {
  return paths.map((path) => (projectId === '' ? path : `/projects/${projectId}${path}`));
}
