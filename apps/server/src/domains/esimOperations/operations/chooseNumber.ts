import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type ChipRow, type CodeNumberRow, FREE, placeOf } from '../../esim/face.ts';
import { NONE_FITS, NOT_CLEAR } from './askedWords.ts';

/** What a number must be like; missing fields do not matter. */
export type NumberWish = {
  readonly numberId?: string | undefined;
  readonly profileType?: string | undefined;
  readonly country?: string | undefined;
  readonly carrierAccountId?: string | undefined;
  /** From whose stock it may come. */
  readonly customerIds?: readonly string[] | undefined;
};

/**
 * A free number for a chip, locked until the transaction ends: first of the chip's own customer, then of customers above,
 * oldest first. A number the SM-DP+ has refused before is skipped unless it is requested by name.
 */
export async function chooseFree(ctx: Ctx, chip: ChipRow, wish: NumberWish): Promise<CodeNumberRow | undefined> {
  return ctx.db
    .selectFrom('esim.v_code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .selectAll('n')
    .where('n.enable_state', '=', 0)
    .where('n.eid', 'is', null)
    .$if(wish.numberId === undefined, (query) => query.where('n.state_words', 'is', null))
    .$if(wish.numberId !== undefined, (query) => query.where('n.card_id', '=', wish.numberId ?? ''))
    .$if(wish.profileType !== undefined, (query) => query.where('n.profile_type', '=', wish.profileType ?? ''))
    .$if(wish.country !== undefined, (query) => query.where('n.country', '=', wish.country ?? ''))
    .$if(wish.carrierAccountId !== undefined, (query) =>
      query.where('n.carrier_account_id', '=', wish.carrierAccountId ?? ''),
    )
    .$if(wish.customerIds !== undefined, (query) => query.where('c.customer_id', 'in', wish.customerIds ?? []))
    .orderBy(sql`c.customer_id <> ${chip.customer_id}::bigint`)
    .orderBy('n.card_id')
    .limit(1)
    .forUpdate('n')
    .skipLocked()
    .executeTakeFirst();
}

/** How many numbers of this kind are free within the caller's scope, by the rules of `chooseFree`. */
export async function countFree(ctx: Ctx, { profileType, country }: NumberWish): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('esim.v_code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(FREE)
    .where('n.state_words', 'is', null)
    .$if(profileType !== undefined, (query) => query.where('n.profile_type', '=', profileType ?? ''))
    .$if(country !== undefined, (query) => query.where('n.country', '=', country ?? ''))
    .executeTakeFirstOrThrow();
  return n;
}

/** The inactive numbers on a chip that match a request. */
export const fittingOnChip = (numbers: readonly CodeNumberRow[], wish: NumberWish): readonly CodeNumberRow[] =>
  numbers.filter(
    (number) =>
      placeOf({ enableState: number.enable_state, rspState: number.rsp_state, isBound: number.eid !== null }) ===
        'onChip' &&
      (wish.profileType === undefined || number.profile_type === wish.profileType) &&
      (wish.country === undefined || number.country === wish.country),
  );

/** The requested number on a chip: the one named, or the only match. */
export function chooseOnChip(numbers: readonly CodeNumberRow[], wish: NumberWish): CodeNumberRow | undefined {
  if (wish.numberId !== undefined) return numbers.find(({ card_id }) => card_id === wish.numberId);
  const fitting = fittingOnChip(numbers, wish);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Why no number of a chip is selected: none matches, or more than one does. */
export const whyNoneMeant = (numbers: readonly CodeNumberRow[], wish: NumberWish) =>
  fittingOnChip(numbers, wish).length === 0
    ? { code: 'noneFits', words: NONE_FITS }
    : { code: 'notClear', words: NOT_CLEAR };
