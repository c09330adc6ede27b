/** Who does something: a person in a browser, an API key, whoever runs commands on the server, or Copydesk itself. */
export interface Actor {
  kind: 'person' | 'key' | 'command' | 'system';
  /** Null where there is no row of theirs. */
  id: string | null;
  name: string;
  organisationId: string;
  /** The IP address that it came from; null on the server's own terminal. */
  address: string | null;
}
