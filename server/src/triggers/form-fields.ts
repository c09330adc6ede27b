/**
 * Returns the fields of a form (https://url.spec.whatwg.org/#application/x-www-form-urlencoded), as an object of texts.
 */
export function formFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > mostFields) break;
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return fields;
}

/** More than any real form has. */
const mostFields = 500;
