import type { HostedCodeHost } from '../code-hosts/code-host.ts';
import type { Attendance } from '../jobs/attend.ts';
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
  /** Asks the host whether an account may push; it is remembered for a minute. */
  mayWrite: (login: string) => Promise<boolean>;
}
