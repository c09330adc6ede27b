/** A request as every framework can describe it. */
export interface Asked {
  method: string;
  /** `http` or `https`, as far as the site itself can see. */
  protocol: string;
  host: string | undefined;
  /** The path with its query, as it was sent. */
  target: string;
  /** The value of a header, its name in lower case. */
  header(name: string): string | undefined;
  /** Where the connection came from. */
  address: string | undefined;
}

/** What became of a request, as far as the middleware knows. */
export interface Answer {
  /** Undefined where the middleware runs before the response is created. */
  status: number | undefined;
  contentType: string | undefined;
}
