import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A package as pinned in the lockfile. */
export interface LockedPackage {
  name: string;
  version: string;
  /** An SPDX expression; undefined when the package states none in today's field. */
  licence: string | undefined;
  /** Whether a running server needs it; otherwise only building or testing does. */
  isShipped: boolean;
  hasInstallScript: boolean;
}

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json */
const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      link: z.boolean().default(false),
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = 'node_modules/';

/**
 * Reads all packages of the lockfile that come from outside this repository. A package that is pinned in several
 * versions appears once for each.
 */
export function readLockedPackages(text = readFileSync(path.join(root, 'package-lock.json'), 'utf8')): LockedPackage[] {
  const { packages } = Lockfile.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([place, { version, license, link, dev, devOptional, hasInstallScript }]) => {
    const at = place.lastIndexOf(folder);
    if (at < 0 || link || version === undefined) return [];
    const name = place.slice(at + folder.length);
    return [{ name, version, licence: license, isShipped: !dev && !devOptional, hasInstallScript }];
  });
}
