/** A file of the public internet could not be had, or is not what it should be. The message says why. */
export class DownloadRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DownloadRefused';
  }
}
