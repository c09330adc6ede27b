import { createHash } from 'node:crypto';
import { titleOf } from './markdown.ts';
import type { KeptReport } from './kept-reports.ts';
import { escapeHtml, reportHtml } from './report-html.ts';

/** What a feed of reports is about, and where it is. */
export interface FeedHead {
  projectId: string;
  projectName: string;
  /** The address of the feed itself, and of the page that it belongs to. */
  self: string;
  page: string;
  /** The page of a report. */
  pageOf: (report: KeptReport['report']) => string;
  /** When the feed was last changed, if it has no entry. */
  createdAt: Date;
}

/** Returns the reports as an Atom feed (RFC 4287), in the order in which they are given. */
export function atomFeed(head: FeedHead, reports: readonly KeptReport[]): string {
  const { projectId, projectName, self, page, createdAt } = head;
  const updated = new Date(Math.max(createdAt.getTime(), ...reports.map(({ madeAt }) => madeAt.getTime())));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf(['reports', projectId])}</id>
<title>${text(`${projectName}: who reads the docs`)}</title>
<updated>${updated.toISOString()}</updated>
<author><name>Copydesk</name></author>
<link rel="self" type="application/atom+xml" href="${text(self)}"/>
<link rel="alternate" type="text/html" href="${text(page)}"/>
${reports.map((one) => entryOf(head, one)).join('')}</feed>
`;
}

function entryOf({ projectId, projectName, pageOf }: FeedHead, { report, madeAt }: KeptReport): string {
  const title = titleOf(report);
  return `<entry>
<id>${idOf(['report', projectId, report.period, report.from])}</id>
<title>${text(title.charAt(0).toUpperCase() + title.slice(1))}</title>
<updated>${madeAt.toISOString()}</updated>
<published>${report.to}</published>
<link rel="alternate" type="text/html" href="${text(pageOf(report))}"/>
<content type="html">${text(reportHtml(projectName, report))}</content>
</entry>
`;
}

/**
 * Returns a UUID that is the same wherever the server is reached, and does not reveal what it is of (RFC 9562, version 8:
 * its 122 bits are those of a hash).
 */
function idOf(of: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(of)).digest();
  hash[6] = 0x80 | ((hash[6] ?? 0) & 0x0f);
  hash[8] = 0x80 | ((hash[8] ?? 0) & 0x3f);
  const hex = hash.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return `urn:uuid:${parts.join('-')}`;
}

/** Escapes a text for XML 1.0, and removes the characters that it does not allow (https://www.w3.org/TR/xml/#charsets). */
function text(words: string): string {
  // oxlint-disable-next-line no-control-regex -- These are what is removed.
  const allowed = words.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
  return escapeHtml(allowed);
}
