export { isForPage } from './request/evidence.ts';
export { type FileKind, fileKindOf, fileKinds, isLlmsTxt } from './request/file-kinds.ts';
export { isAhead, type Mark, markOf } from './request/marks.ts';
