/** Whether fewer people can read a context repository than the docs, as far as that can be determined. */
export type ContextExposure = 'private-beside-public' | 'public' | 'unknown';

const hides =
  'Secrets in it are hidden from the agent; whatever else the agent reads there may come to stand in the docs.';

const warnings: Record<ContextExposure, string | undefined> = {
  public: undefined,
  'private-beside-public': `Anybody can read the docs, and this repository needs a credential. ${hides}`,
  unknown: hides,
};

/**
 * Returns the warning for the person who adds a context repository. Undefined when there is none, and for a text that
 * is no exposure.
 */
export function exposureWarning(exposure: string | undefined): string | undefined {
  return Object.entries(warnings).find(([name]) => name === exposure)?.[1];
}
