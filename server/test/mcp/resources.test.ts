import { expect, test } from 'vitest';
import { mcpOverHttp } from '../../src/mcp/over-http.ts';
import { startApi } from '../http/support/api.ts';
import { call, connect } from './support/client.ts';

const file = { oldPath: null, change: 'modified' as const, binary: false, additions: 1, deletions: 1 };

function diffOf(files: { path: string; patch: string }[]) {
  const readDiff = async () => ({
    baseCommit: 'a'.repeat(40),
    headCommit: null,
    additions: files.length,
    deletions: files.length,
    files: files.map((one) => Object.assign({}, file, one)),
  });
  return { plugins: [mcpOverHttp()], readDiff };
}

test('diffs and reports are read by their addresses, and listed for a key of one project', async () => {
  await using api = await startApi(diffOf([{ path: 'docs/a.md', patch: '@@ -1 +1 @@\n-teh\n+the\n' }]));
  const key = await api.newKey({ projectId: api.project.id });
  await using client = await connect(api, { key });
  const { id } = await api.newJob({ prompt: 'Fix typos' });
  const base = `copydesk://projects/${api.project.id}`;
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ name }) => name)).toEqual(['diff', 'report', 'views']);
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([`${base}/views/report`, `${base}/jobs/${id}/report`]);

  const read = async (uri: string) => {
    const [first] = (await client.readResource({ uri })).contents;
    return first !== undefined && 'text' in first ? first.text : '';
  };
  expect(await read(`${base}/jobs/${id}/diff`)).toBe(
    'diff --git a/docs/a.md b/docs/a.md\n--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1 +1 @@\n-teh\n+the\n',
  );
  const report = await read(`${base}/jobs/${id}/report`);
  expect(report).toContain(`# Job ${id}`);
  expect(report).toContain('- Asked: Fix typos');
  expect(report).toContain('- docs/a.md (modified, +1 −1)');
  expect(await read(`${base}/views/report`)).toContain('0 by people, 0 by AI');
  for (const uri of [`${base}/jobs/job_nothing/diff`, 'copydesk://projects/x/../y', 'file:///etc/passwd'])
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602, data: { code: 'not_found' } });
});

test('a diff that is too long for a model is cut, says what is left out, and is read file by file', async () => {
  const long = `@@ -1 +1 @@\n+${'x'.repeat(50_000)}\n`;
  await using api = await startApi(diffOf(['a.md', 'b.md', 'c.md'].map((path) => ({ path, patch: long }))));
  await using client = await connect(api);
  const { id: job } = await api.newJob();
  const given = { project: api.project.id, job };
  const { text, value } = await call(client, 'job_diff', given);
  expect(text.length).toBeLessThan(100_000);
  const cut = { patch: '', leftOut: `${long.length} characters` };
  expect(value).toMatchObject({ files: [{ path: 'a.md', patch: long }, cut, cut] });
  expect((await call(client, 'job_diff', { ...given, path: 'b.md' })).value).toMatchObject({
    files: [{ path: 'b.md', patch: long }],
  });
  expect(await call(client, 'job_diff', { ...given, path: 'd.md' })).toMatchObject({ value: { code: 'not_found' } });
});

test('replies are bounded: long texts are cut, and the reply says so', async () => {
  await using api = await startApi(diffOf([]));
  await using client = await connect(api);
  const project = api.project.id;
  const reported = 'x'.repeat(2_000);
  for (let job = 0; job < 60; job += 1) {
    const { id } = await api.newJob();
    await api.db.updateTable('job').set({ summary: reported }).where('id', '=', id).execute();
  }
  const { isError, text, value } = await call(client, 'list_jobs', { project, limit: 100 });
  expect(isError).toBe(false);
  expect(text.length).toBeLessThan(100_001);
  expect(value['textsAreCut']).toBe(true);
});

test('invisible characters are escaped', async () => {
  await using api = await startApi(diffOf([{ path: 'a.md', patch: '@@ -0,0 +1 @@\n+a\u{e0041}\u{e0042}\u202eb\n' }]));
  await using client = await connect(api);
  const { id: job } = await api.newJob({ prompt: 'Fix \u202e typos' });
  const { text } = await call(client, 'job_diff', { project: api.project.id, job });
  expect(text).toContain('a\\udb40\\udc41\\udb40\\udc42\\u202eb');
  const { text: followed } = await call(client, 'follow_job', { project: api.project.id, job, waitSeconds: 0 });
  expect(followed).not.toContain('\u202e');
  const uri = `copydesk://projects/${api.project.id}/jobs/${job}/diff`;
  const [read] = (await client.readResource({ uri })).contents;
  expect(read).toMatchObject({ text: expect.stringContaining('a[U+E0041][U+E0042][U+202E]b') });
});
