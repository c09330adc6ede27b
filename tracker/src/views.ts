export { isAhead, type Mark, markOf } from './request/marks.ts';
