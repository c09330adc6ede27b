import { downloadTail } from '../../src/code-hosts/checks/log-download.ts';
import { bitbucket } from '../../src/code-hosts/bitbucket/bitbucket.ts';
import { gitea } from '../../src/code-hosts/gitea/gitea.ts';
import { github } from '../../src/code-hosts/github/github.ts';
import { gitlab } from '../../src/code-hosts/gitlab/gitlab.ts';
import { openIdProvider } from '../../src/open-id/provider.ts';
import { getDocument } from '../../src/sitemap/get.ts';
import { openExporter } from '../../src/telemetry/exporter.ts';
import { post } from '../../src/webhooks/post.ts';
import { resolveTarget } from '../../src/webhooks/resolve.ts';
import type { AppNetwork } from '../../src/wiring/hosts/outgoing.ts';
import { ask, modelAt } from '../agent/models/providers/rig.ts';
import { githubAccess, tokenOf } from '../support/hosts/github-access.ts';
import { sourceOf, testWorkspace } from '../support/workspace.ts';

type Call = (network: AppNetwork) => Promise<unknown>;

/** Returns each kind of call that leaves the process for a URL that somebody gives; all of them go to `base`. */
export function outgoingCalls(base: string): Record<string, Call> {
  const signal = AbortSignal.timeout(30_000);
  return {
    'a model': async () => await ask(await modelAt('compatible/llama3', base)),
    GitHub: () => github.open(githubAccess(base)).read(1),
    GitLab: () => gitlab.open(githubAccess(`${base}/api/v4`, { host: 'gitlab', credential: tokenOf('t') })).read(1),
    Gitea: () => gitea.open(githubAccess(`${base}/api/v1`, { host: 'gitea', credential: tokenOf('t') })).read(1),
    Bitbucket: () =>
      bitbucket.open(githubAccess(`${base}/2.0`, { host: 'bitbucket', credential: tokenOf('t') })).read(1),
    'a log of a code host': async () => {
      const tail = await downloadTail(`${base}/log`, { apiUrl: base, timeoutMilliseconds: 30_000 }, 100);
      if (tail === undefined) throw new Error('fetch failed, or there was no log');
    },
    OpenID: async () => {
      const options = { issuer: base, clientId: 'c', clientSecret: 's', groupsClaim: 'groups' };
      return await openIdProvider(options, () => new Date()).begin('http://127.0.0.1/callback');
    },
    traces: async () => {
      const settings = { address: base, encoding: 'json' as const, headers: {}, serviceName: 's', resource: {} };
      const lost: (string | undefined)[] = [];
      const exporter = openExporter(settings, { closing: signal, onResult: (why) => lost.push(why) });
      await new Promise<void>((resolve) => exporter.export([], () => resolve()));
      if (lost[0] !== undefined) throw new Error(lost[0]);
    },
    git: async ({ wayTo }) => {
      await using rig = await testWorkspace({ wayTo });
      return await rig.workspace.probe(sourceOf(`${base}/docs.git`));
    },
    'a webhook': async (network) => {
      const url = new URL(base);
      const addresses = await resolveTarget(url, network);
      return await post({ url, addresses, headers: {}, body: '{}', signal });
    },
    'a sitemap': (reach) => getDocument(new URL(base), reach, { bytes: 1_000, signal }),
  };
}
