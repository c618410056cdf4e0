import type { Ctx } from './context.ts';
import { extensionPoint } from './contributions.ts';

/** Carrier families hidden by the caller's host. */
export type HiddenPlatforms = (ctx: Ctx) => Promise<ReadonlySet<number>>;

/** Provided by the settings domain. */
export const platformsHidden = extensionPoint<HiddenPlatforms>('framework.platformsHidden');

const NOTHING: ReadonlySet<number> = new Set();

/** The families hidden for this caller by the console's host. Jobs and external systems see all. */
export const hiddenPlatforms = async (ctx: Ctx): Promise<ReadonlySet<number>> =>
  ctx.actor.kind === 'account' && ctx.host !== ''
    ? ((await ctx.contributed(platformsHidden)?.(ctx)) ?? NOTHING)
    : NOTHING;

/** Filters that name a hidden carrier, or identify something exactly, still return it. */
const EXACT = [
  'platform',
  'id',
  'objectId',
  'code',
  'iccid',
  'cardId',
  'identifiers',
  'businessNumber',
  'cardSetId',
  'eid',
  'accountId',
  'carrierAccountId',
];
export const asksExactly = (query: Readonly<Record<string, unknown>>): boolean =>
  EXACT.some((key) => query[key] !== undefined);

/** Removes elements of hidden carriers from a response: list elements with a `platform`. Totals are not changed. */
export function withoutHidden(answer: unknown, hidden: ReadonlySet<number>): unknown {
  if (hidden.size === 0 || answer === null || typeof answer !== 'object' || answer instanceof Date) return answer;
  if (Array.isArray(answer)) {
    return answer.filter((each) => !isHidden(each, hidden)).map((each) => withoutHidden(each, hidden));
  }
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, withoutHidden(value, hidden)]));
}

const isHidden = (each: unknown, hidden: ReadonlySet<number>): boolean =>
  typeof each === 'object' &&
  each !== null &&
  'platform' in each &&
  typeof each.platform === 'number' &&
  hidden.has(each.platform);
