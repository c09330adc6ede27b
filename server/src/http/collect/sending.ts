import type { IncomingHttpHeaders } from 'node:http';
import type { Project } from '../../projects/project.ts';

/** Sets headers of the reply, whether it will be an answer or an error. */
export type TellHeaders = (headers: Record<string, string>) => void;

/** A request that sends views, whoever has read it: the framework, Node, or {@link readShortRequest}. */
export interface Sending {
  headers: IncomingHttpHeaders;
  /** The request target, as it was sent. */
  target: string | undefined;
  /** The IP address of the client. */
  address: string;
  tell: TellHeaders;
}

/** Who sends views: a server with a key, or the browser of a reader. */
export interface Sender {
  project: Project;
  source: 'server' | 'browser';
  /** Whose share it is of what may be under way: the key's, or that of the browser's network. */
  name: string;
}
