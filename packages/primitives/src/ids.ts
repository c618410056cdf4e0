import * as z from 'zod';
import type { Clock } from './clock.ts';
import { type Problem, problem, ruled } from './problem.ts';

declare const brand: unique symbol;
/** A branded type, to keep values of the same shape apart: `type CardId = Branded<string, 'CardId'>`. */
export type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** Generates ids: decimal strings of a positive int8, increasing. Compare them as numbers (`compareIds`), not as text. */
export type IdSource = {
  next<Id extends string = string>(): Id;
};

/** 2026-01-01T00:00:00Z. 41 bits of milliseconds from here last until 2095. */
const EPOCH_MS = 1_767_225_600_000;
const NODE_BITS = 10n;
const SEQUENCE_BITS = 12n;
const SEQUENCES_PER_MS = 4_096;
const MAX_MS = 2 ** 41;
const MAX_ID = 2n ** 63n - 1n;

/** How many generators may use one database at once, each with its own `node` number from 0. */
export const ID_NODES = 1_024;

/**
 * A generator of ids: 41 bits of time, 10 of node, 12 of sequence. Strictly increasing even if the clock stops or goes back:
 * time then continues from the last id, and overflow of a millisecond borrows from the next. `after` is the newest id from
 * before a restart; the first new one is larger.
 */
export function makeIdSource(options: { clock: Clock; node?: number; after?: string }): IdSource {
  const node = options.node ?? 0;
  if (!Number.isInteger(node) || node < 0 || node >= ID_NODES) throw new RangeError(`Not an id node: ${node}`);
  const nodeBits = BigInt(node) << SEQUENCE_BITS;
  // Treats the millisecond of `after` as full, so that the next id is larger than all of its ids. Without one the epoch's first
  // millisecond counts as full, since its first id would be 0.
  let lastMs = options.after === undefined ? 0 : timeOfId(options.after).getTime() - EPOCH_MS;
  let sequence = SEQUENCES_PER_MS - 1;
  return {
    next<Id extends string>() {
      const nowMs = options.clock.now().getTime() - EPOCH_MS;
      if (nowMs > lastMs) {
        lastMs = nowMs;
        sequence = 0;
      } else if (++sequence === SEQUENCES_PER_MS) {
        lastMs += 1;
        sequence = 0;
      }
      if (lastMs >= MAX_MS) throw new RangeError('The clock is beyond the time an id can hold');
      return String((BigInt(lastMs) << (NODE_BITS + SEQUENCE_BITS)) | nodeBits | BigInt(sequence)) as Id;
    },
  };
}

/** When an id was generated, to the millisecond; not a business time, only a help for range queries. */
export function timeOfId(id: string): Date {
  return new Date(Number(BigInt(id) >> (NODE_BITS + SEQUENCE_BITS)) + EPOCH_MS);
}

/** The smallest id of a moment: later ids are not below it. */
export function firstIdOf(moment: Date): string {
  const ms = Math.min(Math.max(moment.getTime() - EPOCH_MS, 1), MAX_MS - 1);
  return String(BigInt(ms) << (NODE_BITS + SEQUENCE_BITS));
}

export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

const notAnId: Problem = problem('编号不正确', 'Invalid id');

/** A positive int8 in its one decimal form: no sign, no leading zero. */
export const idRule = (id: string): Problem | undefined =>
  /^[1-9]\d{0,18}$/.test(id) && BigInt(id) <= MAX_ID ? undefined : notAnId;

/** An id on the wire: always a string, since a JSON number loses the last digits. */
export const idSchema = z
  .string()
  .check(ruled(idRule))
  .meta({ pattern: '^[1-9][0-9]{0,18}$', examples: ['74212963172352'] });
