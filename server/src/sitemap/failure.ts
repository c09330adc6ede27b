/** Why a sitemap could not be read, as the end of "… was not used: …". It contains nothing of a host's response. */
export class SitemapFailure extends Error {
  override name = 'SitemapFailure';
  /** The status of the response, if the host sent anything but the document. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}
