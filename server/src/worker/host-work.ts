import type { HostedCodeHost } from '../code-hosts/code-host.ts';
import type { Attendance } from '../jobs/attend.ts';
import type { Masking } from '../leaks/masking.ts';
import type { Connection } from '../projects/connection.ts';
import type { Project } from '../projects/project.ts';
import type { WorkerServices } from './services.ts';

/** What it takes to attend to the code host of a project. */
export interface HostWork {
  services: WorkerServices;
  project: Project;
  host: HostedCodeHost;
  connection: Connection;
  attendance: Attendance;
  /** Hides secrets in what comes from the host to be stored; in what goes there they are hidden already. */
  mask: Masking;
  /** Asks the host whether an account may push; it is remembered for a minute. */
  mayWrite: (login: string) => Promise<boolean>;
}
