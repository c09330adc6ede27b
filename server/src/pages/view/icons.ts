import { Html } from './html.ts';

/** Line drawings of 16 by 16. The words beside them carry the meaning, so they are hidden from screen readers. */
export const icons = {
  open: icon(
    'M4.5 5.5v5m0 0a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5Zm0-5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Zm7 5V6.8A2.3 2.3 0 0 0 9.2 4.5H7.8m1.7-2L7.5 4.5l2 2m2 4a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5Z',
  ),
  merged: icon(
    'M4.5 5.5v5m0 0a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5Zm0-5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Zm0 0c0 2 1.8 3 5.2 3m0 0a1.75 1.75 0 1 0 3.5 0 1.75 1.75 0 0 0-3.5 0Z',
  ),
  closed: icon(
    'M4.5 5.5v5m0 0a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5Zm0-5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Zm7 5V8m0 2.5a1.75 1.75 0 1 0 0 3.5 1.75 1.75 0 0 0 0-3.5ZM9.7 2.3l3.6 3.6m0-3.6L9.7 5.9',
  ),
  arrow: icon('M3 8h9.5M9 4.5 12.5 8 9 11.5'),
  chevron: icon('M6 4l4 4-4 4'),
  warning: icon('M8 6v3m0 2.2v.1M7.1 2.6 1.9 11.8a1 1 0 0 0 .9 1.5h10.4a1 1 0 0 0 .9-1.5L8.9 2.6a1 1 0 0 0-1.8 0Z'),
  check: icon('M3.5 8.5l3 3 6-7'),
  leave: icon('M6.5 3H3.5v10h3M7 8h6M10.5 5.5 13 8l-2.5 2.5'),
  copy: icon('M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z'),
  caret: icon('M2.5 12.5 8 4l5.5 8.5'),
} as const;

function icon(path: string): Html {
  return new Html(
    `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`,
  );
}
