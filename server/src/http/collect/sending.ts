import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../projects/project.ts';

/** Sets headers of the reply, whether it will be a success or an error. */
export type SetHeaders = (headers: Record<string, string>) => void;

/** A request that sends views, whatever has read it: the framework, Node, or {@link readShortRequest}. */
export interface Sending {
  headers: IncomingHttpHeaders;
  /** The request target, as it was sent. */
  target: string | undefined;
  /** The IP address of the client. */
  address: string;
  setHeaders: SetHeaders;
}

/** The sender of views: a server with a key, or the browser of a reader. */
export interface Sender {
  project: Project;
  source: 'server' | 'browser';
  /** Whose share of the limits it uses: the key's, or that of the browser's network. */
  name: string;
}
