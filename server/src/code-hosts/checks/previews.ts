import type { Preview } from '../host-checks.ts';
import { previewOf } from './commit-check.ts';

/** The page of a job's change has room for so many. */
const mostPreviews = 10;

/** Returns each address once; the first ones. */
export function previewsOf(found: readonly (Preview | undefined)[]): Preview[] {
  const byLink = new Map<string, Preview>();
  for (const preview of found) {
    if (preview !== undefined && !byLink.has(preview.link)) byLink.set(preview.link, preview);
  }
  return [...byLink.values()].slice(0, mostPreviews);
}

/**
 * Returns the link of a passed status when it leads to a built site, and not to a report about it. At hosts without
 * deployments, preview services report their sites only by a status.
 */
export function previewIn(status: { name: string | null | undefined; link: string | null | undefined }) {
  const preview = previewOf(status.name, status.link);
  if (preview === undefined) return undefined;
  const { hostname } = new URL(preview.link);
  return previewHosts.some((domain) => hostname.endsWith(`.${domain}`)) ? preview : undefined;
}

/** Each name below these domains is somebody's site. */
const previewHosts = [
  'netlify.app',
  'vercel.app',
  'pages.dev',
  'workers.dev',
  'readthedocs.build',
  'onrender.com',
  'surge.sh',
  'web.app',
  'azurestaticapps.net',
  'amplifyapp.com',
  'github.io',
  'gitlab.io',
  'codeberg.page',
];
