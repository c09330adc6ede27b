/** How a command opens the database. */
export interface OpenOptions {
  /**
   * Whether the command may create the database in the folder of the user. Commands that start something may; one that
   * reads or changes what exists would only leave an empty database behind.
   */
  createsDatabase?: boolean;
}
