import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testRepository } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { traceCollector } from '../support/trace-collector.ts';

test('a server sends a trace of each job to its collector, at the latest when the server ends', async () => {
  await using collector = await traceCollector();
  await using folder = await temporaryFolder();
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'docs/guide.md': '# Guide\n\nUse Acme Cloud.\n' });
  const copydesk = await commandLine({
    COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20very-secret',
  });
  await copydesk.json('project', 'create', '--name', 'Docs', '--repository', repository.path);
  await using server = await copydesk.serve();
  const prompt = 'Replace "Acme Cloud" with "Acme Platform"';
  const made = await copydesk.json('job', 'create', prompt, '--project', 'Docs', '--watch');
  const { id } = z.object({ id: z.string(), status: z.literal('completed') }).parse(made);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });

  const { spans } = collector;
  const traceId = createHash('sha256').update(id).digest('hex').slice(0, 32);
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['invoke_agent copydesk', 'chat copyeditor', 'execute_tool edit_file', 'git push']),
  );
  expect(collector.requests[0]?.headers.authorization).toBe('Bearer very-secret');
  expect(collector.text()).not.toContain('Acme');
  expect(server.output()).not.toContain('very-secret');
});
