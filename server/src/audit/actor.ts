/** Who does something: a person in a browser, an API key, the user of a command on the server, or Copydesk itself. */
export interface Actor {
  kind: 'person' | 'key' | 'command' | 'system';
  /** Null when the actor has no row in the database. */
  id: string | null;
  name: string;
  organisationId: string;
  /** The IP address of the request; null on the server's own terminal. */
  address: string | null;
}
