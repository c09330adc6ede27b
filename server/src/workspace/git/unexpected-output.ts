/** Git wrote something else than its format: a defect of git, of the repository, or of what reads it here. */
export class UnexpectedOutput extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnexpectedOutput';
  }
}
