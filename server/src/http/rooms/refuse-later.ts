/**
 * Calls a function that refuses a request, after half a second to one and a half. A client that is refused at once, and
 * ignores the wait time in the reply, retries at once: 2,000 connections of such a client kept two cores busy with
 * nothing but refusing them. The delay is random, because clients that are refused together would also retry together.
 */
export function refuseLater(refuse: () => void): void {
  setTimeout(refuse, 500 + Math.random() * 1_000).unref();
}
