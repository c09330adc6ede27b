/*
 * vitest runs this before each test file. Test files share the process of their worker, and an app that is opened in it
 * guards every `fetch` of the process for good: so each file begins with the dispatcher that Node has made.
 */

const dispatcher = Symbol.for('undici.globalDispatcher.1');
const original = Symbol.for('copydesk.test.dispatcher');

if (Reflect.get(globalThis, original) === undefined) {
  // Node makes it when `fetch` is used for the first time.
  await fetch('data:,');
  Reflect.set(globalThis, original, Reflect.get(globalThis, dispatcher));
}
Reflect.set(globalThis, dispatcher, Reflect.get(globalThis, original));
