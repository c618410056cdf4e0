import { createHmac } from 'node:crypto';

export const FIRST_HASH = '0'.repeat(64);

/**
 * The hash of a seal: an HMAC with the key of the chain over its number, the previous hash and the row as the database formats
 * it.
 */
export const sealHash = (key: Buffer, seq: bigint, previous: string, row: string): string =>
  createHmac('sha256', key).update(`${seq}\n${previous}\n${row}`).digest('hex');

export type SealedRow = {
  readonly seq: bigint;
  readonly previous: string;
  readonly hash: string;
  readonly row: string | null;
};
export type Break = {
  readonly seq: bigint;
  readonly problem:
    | 'rowMissing'
    | 'rowChanged'
    | 'linkBroken'
    | 'numberMissing'
    | 'rowAdded'
    | 'headChanged'
    | 'tailCut';
};

/** Follows a chain; `see` reports the first seal that does not match, and nothing afterwards. */
export function chainFollower(key: Buffer, start: { seq: bigint; hash: string }) {
  let { seq, hash } = start;
  return (next: SealedRow): Break | undefined => {
    if (next.seq !== seq + 1n) return { seq: seq + 1n, problem: 'numberMissing' };
    if (next.previous !== hash) return { seq: next.seq, problem: 'linkBroken' };
    if (next.row === null) return { seq: next.seq, problem: 'rowMissing' };
    if (sealHash(key, next.seq, next.previous, next.row) !== next.hash) return { seq: next.seq, problem: 'rowChanged' };
    seq = next.seq;
    hash = next.hash;
    return undefined;
  };
}
