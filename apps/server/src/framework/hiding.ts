import type { Ctx } from './context.ts';
import { extensionPoint } from './contributions.ts';

/** Carrier families the host a caller addressed hides. */
export type HiddenPlatforms = (ctx: Ctx) => Promise<ReadonlySet<number>>;

/** The settings know which they are. */
export const platformsHidden = extensionPoint<HiddenPlatforms>('framework.platformsHidden');

const NOTHING: ReadonlySet<number> = new Set();

/** The families nothing lists for this caller: of the console's host. Jobs, and systems that call from outside, see all. */
export const hiddenPlatforms = async (ctx: Ctx): Promise<ReadonlySet<number>> =>
  ctx.actor.kind === 'account' && ctx.host !== ''
    ? ((await ctx.contributed(platformsHidden)?.(ctx)) ?? NOTHING)
    : NOTHING;

/** Whoever asks for one of them, or for something by what names it exactly, gets what is asked for. */
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

/** An answer without the elements of hidden carriers: what stands in a list and says its `platform`. Totals stay. */
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
