import { PLACE_DAYS } from '@cardinal/contract/api/carrierSync/sessions.ts';
import type { readChipPlaces as endpoint } from '@cardinal/contract/api/esimOperations/chips.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { currentPlace, namedNetwork, usageByCountry } from '../../carrierSync/face.ts';
import { networkNames } from '../../carriers/face.ts';
import { type ChipRow, FREE, findChip, numbersOf, pathOf } from '../../esim/face.ts';
import { sightsOfChips } from './shownChips.ts';

type Answer = AnswerOf<typeof endpoint>;

/** Where a chip is and has been, over all its numbers, and which numbers of that country are available for it. */
export async function chipPlaces(ctx: Ctx, { eid, days }: QueryOf<typeof endpoint>): Promise<Answer> {
  const chip = await findChip(ctx, eid);
  const numbers = await ctx.db.selectFrom('esim.v_code_number').selectAll().where('eid', '=', eid).execute();
  const cardIds = numbers.map(({ card_id: id }) => id);
  const [bySessions, countries] = await Promise.all([
    currentPlace(ctx, cardIds),
    usageByCountry(ctx, cardIds, days ?? PLACE_DAYS.initial),
  ]);
  const sight = (await sightsOfChips(ctx, [chip])).get(eid);
  const byChip = sight?.hides.has('location') ? null : await placeOfChip(ctx, chip);
  const current = newer(bySessions, byChip);
  const here = current?.country ?? null;
  return {
    current,
    countries,
    runs: numbers.find(({ card_id: id }) => id === chip.enabled_number_id)?.country ?? null,
    onChip: numbers
      .filter(({ enable_state: state, country }) => state === 0 && country === here)
      .map(({ iccid, profile_type: profileType }) => ({ iccid, profileType })),
    stock: here === null ? [] : await localStock(ctx, chip, here),
  };
}

/** The location the chip's eIM reported. */
async function placeOfChip(ctx: Ctx, chip: ChipRow): Promise<Answer['current']> {
  if (chip.country === null || chip.network_at === null || chip.network_source === 'session') return null;
  return {
    country: chip.country,
    network: namedNetwork(chip, await networkNames(ctx, [chip])),
    since: (chip.country_at ?? chip.network_at).toISOString(),
    isOnline: chip.network_lost_at === null,
    readAt: chip.network_at.toISOString(),
  };
}

function newer(one: Answer['current'], other: Answer['current']): Answer['current'] {
  if (!one || !other) return one ?? other;
  const [late, early] = one.readAt >= other.readAt ? [one, other] : [other, one];
  // A later report without a network does not hide one with a network.
  return late.network.mcc === null && late.country === early.country ? { ...late, network: early.network } : late;
}

/**
 * Free numbers of a country for a chip's customer, its own and those of customers above; prices only if the caller may see
 * them.
 */
async function localStock(ctx: Ctx, chip: ChipRow, country: string): Promise<Answer['stock']> {
  const rows = await numbersOf(ctx)
    .select(['n.profile_type', 'n.currency'])
    .select(sql<number>`count(*)::int`.as('free'))
    .select(sql<string | null>`min(n.cost) filter (where b.id is not null)`.as('cost'))
    .where(FREE)
    .where('n.state_words', 'is', null)
    .where('n.country', '=', country)
    .where('c.customer_id', 'in', ['0', ...(await pathOf(ctx, chip.customer_id))])
    .groupBy(['n.profile_type', 'n.currency'])
    .orderBy('n.profile_type')
    .execute();
  return rows.map(({ profile_type: profileType, currency, free, cost }) => ({ profileType, free, cost, currency }));
}
