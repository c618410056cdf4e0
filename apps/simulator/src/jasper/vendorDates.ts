/** The two ways the carrier writes moments, and the one way it reads them. */

/** `2024-05-01 00:21:33.339+0000`, as in device details: a space, milliseconds, the offset without a colon. */
export function vendorDate(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 23).replace('T', ' ')}+0000`;
}

export function vendorDateOrNull(ms: number): string | null {
  return Number.isNaN(ms) ? null : vendorDate(ms);
}

/** `2024-05-01T00:21:33.339Z`, as in usage by zone and audit trails. */
export function isoDate(ms: number): string {
  return new Date(ms).toISOString();
}

const MOMENT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads `yyyy-MM-ddTHH:mm:ss+00:00`. A plus sign that was not URL-encoded arrives as a space and is refused, which is
 * the mistake callers of the real one make first.
 */
export function readMoment(text: string): number | undefined {
  const parts = MOMENT.exec(text);
  if (!parts) return undefined;
  const offset = parts[2] === 'Z' ? 'Z' : `${parts[2]!.slice(0, 3)}:${parts[2]!.slice(-2)}`;
  const ms = Date.parse(`${parts[1]}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Reads `yyyy-MM-dd`, `yyyy-MM-ddZ` or `yyyy-MM-dd+00:00` as a calendar day; the offset is not looked at. */
export function readDay(text: string): string | undefined {
  const day = /^(\d{4}-\d{2}-\d{2})(?:Z|[+ -]\d{2}:?\d{2})?$/.exec(text)?.[1];
  if (day === undefined) return undefined;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? undefined : day;
}
