/** Why a sitemap could not be read, as the end of "… was not used: …". Holds nothing of what a host answered. */
export class SitemapFailure extends Error {
  override name = 'SitemapFailure';
  /** What the host answered, where it answered anything but the document. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}
