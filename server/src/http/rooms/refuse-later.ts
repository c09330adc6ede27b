/**
 * Calls a function half a second to one and a half later, to refuse somebody. Who is refused at once, and does not wait as the
 * reply says, comes again at once: 2,000 connections of such a sender kept two cores busy with nothing but refusing them. Those
 * who came together are not answered together, or they would come again so.
 */
export function refuseLater(refuse: () => void): void {
  setTimeout(refuse, 500 + Math.random() * 1_000).unref();
}
