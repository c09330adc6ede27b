import { expect, test } from 'vitest';
import { findFrameworks } from './support/frameworks.ts';
import { buildNextSite, startNextSite } from './support/next-site.ts';
import { optionsFor } from './support/options.ts';
import { openReceiver } from './support/receiver.ts';
import { expectTracked } from './support/tracked-site.ts';

// Next.js's build takes most of it: 6 seconds on an idle machine. The first run on a machine installs it.
const timeoutMilliseconds = 300_000;

test(
  'a Next.js site is tracked, and a site without options continues without a tracker',
  { timeout: timeoutMilliseconds },
  async ({ skip }) => {
    const { folder, missing } = await findFrameworks();
    skip(missing !== undefined, missing);
    await using receiver = await openReceiver();
    await using site = await buildNextSite(folder);
    const { url, projectId: PROJECT, key: DESK_KEY } = optionsFor(receiver);
    await using plain = await startNextSite(site, {});
    await using tracked = await startNextSite(site, { DESK_URL: url, PROJECT, DESK_KEY });
    const views = await expectTracked({ tracked: tracked.url, plain: plain.url }, receiver, { statuses: false });
    expect(views[0]?.ip).toBe('127.0.0.1');
    expect(plain.output.filter((line) => line.includes('Copydesk'))).toEqual([
      expect.stringContaining('the option "url" is missing or not valid'),
    ]);

    // A navigation within the site fetches data; Next.js hides the headers of such requests from its proxy.
    await fetch(`${tracked.url}/guide`, { headers: { rsc: '1', 'sec-fetch-dest': 'empty' } });
    await fetch(`${tracked.url}/guide`, { headers: { 'user-agent': 'curl/8.0.0' } });
    await tracked[Symbol.asyncDispose]();
    expect(receiver.views.slice(views.length).map(({ userAgent }) => userAgent)).toEqual(['curl/8.0.0']);
  },
);
