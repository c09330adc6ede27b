import type { PageToken } from '../parse/page-facts.ts';

/** A fenced block of code. `start` is a UTF-16 offset of the page. */
export interface Fence {
  start: number;
  hasLanguage: boolean;
  isClosed: boolean;
}

/** Collects the fenced blocks of code. */
export function fenceVisitor() {
  const fences: Fence[] = [];
  let marks = 0;
  let hasLanguage = false;

  return {
    fences,
    enter({ type }: PageToken) {
      if (type !== 'codeFenced') return;
      marks = 0;
      hasLanguage = false;
    },
    exit({ type, start }: PageToken) {
      if (type === 'codeFencedFence') marks += 1;
      else if (type === 'codeFencedFenceInfo') hasLanguage = true;
      else if (type === 'codeFenced') fences.push({ start, hasLanguage, isClosed: marks === 2 });
    },
  };
}
