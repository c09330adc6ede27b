import { z } from 'zod';

/** The output of `npm audit --json`: https://docs.npmjs.com/cli/v11/commands/npm-audit */
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
  metadata: z.object({ dependencies: z.object({ total: z.number() }) }),
});

/**
 * Returns what to print about an audit, and the exit code: 1 for a vulnerability that is high or critical, 2 when
 * nothing was checked.
 */
export function formatAudit(answer: string): { lines: string[]; exitCode: 0 | 1 | 2 } {
  const report = Report.safeParse(jsonOf(answer)).data;
  if (report === undefined) {
    return {
      lines: ['The registry did not answer what is known of these packages: nothing was checked.'],
      exitCode: 2,
    };
  }
  const known = Object.entries(report.vulnerabilities);
  const lines = known.map(([name, { severity, via }]) => {
    const reasons = via.map((reason) =>
      typeof reason === 'string' ? `through ${reason}` : `${reason.title}, ${reason.url}`,
    );
    return `${severity}: ${name}: ${reasons.join('; ')}`;
  });
  const isBad = known.some(([, { severity }]) => severity === 'high' || severity === 'critical');
  lines.push(`${known.length} with published weaknesses, of ${report.metadata.dependencies.total} packages.`);
  return { lines, exitCode: isBad ? 1 : 0 };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
