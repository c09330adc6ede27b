import type { HostedCodeHost } from '../../code-hosts/code-host.ts';
import type { HostLease } from '../../jobs/hosts/host-lease.ts';
import type { Masking } from '../../leaks/masking.ts';
import type { Connection } from '../../projects/connection/connection.ts';
import type { Project } from '../../projects/project.ts';
import type { WorkerServices } from '../services.ts';

/** What handling the code host of a project needs. */
export interface HostWork {
  services: WorkerServices;
  project: Project;
  host: HostedCodeHost;
  connection: Connection;
  hostLease: HostLease;
  /** Hides secrets in what comes from the host and is stored. In what is sent there, they are already hidden. */
  mask: Masking;
  /** Asks the host whether an account may push. The answer is cached for a minute. */
  mayWrite: (login: string) => Promise<boolean>;
}
