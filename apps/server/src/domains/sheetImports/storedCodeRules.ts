/** A stored code such as `repeated:12`, and the fact behind its colon. */
export function splitStored(stored: string): readonly [code: string, fact: string] {
  const at = stored.indexOf(':');
  return at < 0 ? [stored, ''] : [stored.slice(0, at), stored.slice(at + 1)];
}
