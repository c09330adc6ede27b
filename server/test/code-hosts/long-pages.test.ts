import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { HostAccess } from '../../src/code-hosts/access.ts';
import type { HostedCodeHost } from '../../src/code-hosts/code-host.ts';
import { gitea } from '../../src/code-hosts/gitea/gitea.ts';
import { github } from '../../src/code-hosts/github/github.ts';
import { gitlab } from '../../src/code-hosts/gitlab/gitlab.ts';

const kinds = { gitea, github, gitlab };

const statuses = Array.from({ length: 5_000 }, (_, id) => {
  const name = `ci ${id}`;
  return { id, context: name, name, status: 'success', state: 'success', updated_at: '2026-01-01T00:00:00Z' };
});

/** Returns all statuses, whatever page is requested, and nothing for other paths. */
function answerTo(path: string): unknown {
  if (path.endsWith('/statuses')) return statuses;
  if (path.endsWith('/status')) return { statuses };
  return path.endsWith('/check-runs') ? { check_runs: [] } : [];
}

test.each(['gitea', 'github', 'gitlab'] as const)(
  '%s may send more checks a page than requested, and the surplus is not read',
  async (host) => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://host');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answerTo(pathname)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const access: HostAccess = {
      host,
      apiUrl: `http://127.0.0.1:${port}`,
      repository: 'acme/docs',
      credential: { kind: 'token', token: 'token-of-a-test' },
      login: null,
      draft: false,
      labels: [],
      reviewers: [],
      timeoutMilliseconds: 10_000,
      now: () => new Date(),
    };
    const opened: HostedCodeHost = kinds[host].open(access);
    const { checks, isWhole } = await opened.checksOf('a'.repeat(40));
    server.close();
    expect(checks.length).toBeLessThanOrEqual(300);
    expect(isWhole).toBe(false);
  },
);
