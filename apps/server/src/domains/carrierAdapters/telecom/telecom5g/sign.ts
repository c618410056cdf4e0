import { createHash } from 'node:crypto';

/** `yyyyMMddHHmmss` in UTC, as in the manual's sample. */
export const stampOf = (moment: Date): string => moment.toISOString().replace(/\D/g, '').slice(0, 14);

/** The query parameters sorted by name. */
export function sortedQuery(query: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(sorted).toString();
}

/**
 * The MD5 of query, body, secret and stamp as 32 lower-case hex digits, hex-encoded once more in upper case. It looks like a
 * mistake, but is what the platform's own sample does.
 */
export function signOf(asked: {
  readonly query: string;
  readonly body: string;
  readonly secretKey: string;
  readonly stamp: string;
}): string {
  const digest = createHash('md5').update(`${asked.query}${asked.body}${asked.secretKey}${asked.stamp}`).digest('hex');
  return Buffer.from(digest).toString('hex').toUpperCase();
}
