import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import type { DisplayPart } from '@cardinal/contract/enumerations/control.ts';
import { masked } from '@cardinal/contract/framework/fields.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { bytesSeen, type Sight, type SightedCard, sightsOf } from '../control/face.ts';

type Row = Record<string, unknown>;

/** The fields of a card's row that show a part. */
const FIELDS_OF: Readonly<Partial<Record<DisplayPart, readonly string[]>>> = {
  imei: ['imei', 'boundImei'],
  remaining: ['flowTotal'],
  daily: ['usedToday'],
};

/** What finds or sorts cards by a part: its fields, and further keys of a list. */
const KEYS_OF: Readonly<Partial<Record<DisplayPart, readonly string[]>>> = {
  imei: [...(FIELDS_OF.imei ?? []), 'imeiChangedSince'],
  remaining: ['usedPercentFrom', 'usedPercentTo'],
  daily: ['usedToday'],
  location: ['province'],
};

/** What was measured; an allowance is what was bought, and is as large as it is. */
const VOLUMES = ['flowUsed', 'usedToday'];
const NOTHING: ReadonlySet<string> = new Set();

/** What a card list neither sorts by nor finds for this caller, since it would tell what those above hide from it. */
export async function concealedKeys(ctx: Ctx): Promise<ReadonlySet<string>> {
  const sights = await sightsOf(ctx);
  return sights ? new Set([...sights.hides].flatMap((part) => KEYS_OF[part] ?? [])) : NOTHING;
}

/** Whether the caller finds cards by their device. */
export const findsByImei = async (ctx: Ctx): Promise<boolean> => !(await sightsOf(ctx))?.hides.has('imei');

/** Whether those above have the numbers of some of the caller's cards masked. */
export const hasMaskedNumbers = async (ctx: Ctx): Promise<boolean> => (await sightsOf(ctx))?.masksNumbers ?? false;

/** A card's row as those above let it be seen: without what is hidden, numbers masked, volumes rounded down. */
export function rowSeen(row: Row, sight: Sight): Row {
  const seen = { ...row };
  for (const part of sight.hides) for (const field of FIELDS_OF[part] ?? []) if (field in seen) seen[field] = null;
  for (const field of VOLUMES) {
    const value = seen[field];
    if (typeof value === 'string') seen[field] = String(bytesSeen(BigInt(value), sight));
  }
  return sight.masksNumbers ? masked(cardFields, listCards.masked, seen) : seen;
}

/** What the caller is shown of each of these cards; one that no strategy concerns is absent. */
export async function sightsOfCards(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Sight>> {
  const sights = await sightsOf(ctx);
  if (!sights || ids.length === 0) return new Map();
  const cards: readonly SightedCard[] = await ctx
    .beyondScope('what is shown of cards whose rows the caller already sees')
    .selectFrom('cards.card')
    .select(['id', 'customer_id', 'product_code'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return sights.of(cards);
}

/** The same of one card. */
export const sightOf = async (ctx: Ctx, card: SightedCard): Promise<Sight | undefined> =>
  (await (await sightsOf(ctx))?.of([card]))?.get(card.id);
