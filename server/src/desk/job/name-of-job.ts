/** Returns a job as the audit log names it: by the first line of its prompt. */
export function nameOfJob({ id, summary }: { id: string; summary: string }): { kind: 'job'; id: string; name: string } {
  return { kind: 'job', id, name: summary.trim().split('\n', 1)[0] ?? '' };
}
