/** Splits a stored code such as `repeated:12` into the code and the fact after its colon. */
export function splitStored(stored: string): readonly [code: string, fact: string] {
  const at = stored.indexOf(':');
  return at < 0 ? [stored, ''] : [stored.slice(0, at), stored.slice(at + 1)];
}
