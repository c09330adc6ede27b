import { z } from 'zod';

const ReportLine = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('file'),
    file: z.string(),
    project: z.string(),
    failed: z.boolean(),
    /** The first test that failed; empty when the file as a whole did. */
    test: z.string(),
    message: z.string(),
    seconds: z.number(),
  }),
  z.object({ is: z.literal('end'), reason: z.string(), errors: z.array(z.string()) }),
]);

export type ReportLine = z.infer<typeof ReportLine>;

export type ReportedFile = Extract<ReportLine, { is: 'file' }>;

/** Reads a report, whose last line may be incomplete. */
export function readReport(text: string): ReportLine[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter((line) => line !== '').map((line) => ReportLine.parse(JSON.parse(line)));
}
