import { createHash } from 'node:crypto';
import type { Report } from '@copydesk/contract';
import { reportMarkdown, titleOf } from './markdown.ts';
import { reportAddresses } from './report-addresses.ts';
import { escapeHtml, reportHtml } from './report-html.ts';

/** A report as a mail for one recipient. */
export interface ReportMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for the same report and recipient: 32 hexadecimal digits. */
  id: string;
  /** Where somebody takes the recipient away. */
  unsubscribe: string;
}

/** Makes the mail of a report: Markdown as plain text, and the same as HTML that loads nothing from anywhere. */
export function reportMail(
  { id: projectId, name }: { id: string; name: string },
  report: Report,
  { recipient, baseUrl }: { recipient: string; baseUrl: string },
): ReportMail {
  const { page } = reportAddresses(baseUrl, { projectId, period: report.period, from: report.from });
  const settings = `${baseUrl}/projects/${projectId}/settings#reports`;
  const subject = `${name}: ${titleOf(report)}`;
  const why = `You get this report because your address is in the settings of the project ${name}:`;
  const text = `${reportMarkdown(name, report)}\n---\n\nWith links to each page: ${page}\n${why} ${settings}\n`;
  return {
    to: recipient,
    subject,
    text,
    html: documentOf(
      subject,
      `${reportHtml(name, report)}<hr>
<p><a href="${escapeHtml(page)}">The report with links to each page</a></p>
<p>${escapeHtml(why)} <a href="${escapeHtml(settings)}">settings</a></p>`,
    ),
    id: createHash('sha256')
      .update(JSON.stringify([projectId, report.period, report.from, recipient]))
      .digest('hex')
      .slice(0, 32),
    unsubscribe: settings,
  };
}

const style =
  'body{font-family:sans-serif;line-height:1.4}table{border-collapse:collapse}' +
  'th,td{padding:2px 10px 2px 0;text-align:left;border-bottom:1px solid #ccc}';

function documentOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>
${body}
</body></html>
`;
}
