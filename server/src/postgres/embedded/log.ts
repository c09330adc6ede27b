/** Where the supervisor tells what it does; a pino logger is one. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}
