/**
 * Returns where the API answers a report, and its page for people.
 * @param report its `from` is the first moment of the week or month, as ISO 8601 in UTC.
 */
export function reportAddresses(
  baseUrl: string,
  { projectId, period, from }: { projectId: string; period: string; from: string },
): { url: string; page: string } {
  const query = `period=${period}&date=${from.slice(0, 10)}`;
  return {
    url: `${baseUrl}/v1/reports/${projectId}?${query}`,
    page: `${baseUrl}/projects/${projectId}/readers/report?${query}`,
  };
}
