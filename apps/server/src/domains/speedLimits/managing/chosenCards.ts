import type { countSpeedLimitCards } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { cardsNamed } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { WHY } from '../speedLimitTables.ts';

type Named = {
  readonly ids: readonly string[];
  /** What names no card of the account that is the owner's or of somebody below. */
  readonly notFound: readonly string[];
  /** More numbers than one list takes. */
  readonly isCut: boolean;
};

/** The cards that typed numbers name, of one carrier account and of the owner's tree. */
export async function namedCards(
  ctx: Ctx,
  { ownerId, carrierAccountId, cardNumbers }: { ownerId: string; carrierAccountId: string; cardNumbers: string },
): Promise<Named> {
  if (cardNumbers.trim() === '') return { ids: [], notFound: [], isCut: false };
  const { cards, notFound, isCut } = await cardsNamed(ctx, cardNumbers);
  const below = new Set(await subtreeIds(ctx.db, ownerId));
  const fits = cards.filter((card) => card.carrier_account_id === carrierAccountId && below.has(card.customer_id));
  return {
    ids: [...new Set(fits.map(({ id }) => id))],
    notFound: [...notFound, ...cards.filter((card) => !fits.includes(card)).map(({ iccid }) => iccid)],
    isCut,
  };
}

/** How many cards a choice covers before it is saved. */
export async function countChosen(
  ctx: Ctx,
  ownerId: string,
  asked: BodyOf<typeof countSpeedLimitCards>,
): Promise<AnswerOf<typeof countSpeedLimitCards>> {
  const { carrierAccountId, productCodes, tagIds, cardNumbers } = asked;
  const { ids, notFound } = await namedCards(ctx, { ownerId, carrierAccountId, cardNumbers });
  const byConditions =
    productCodes.length + tagIds.length === 0
      ? sql`false`
      : sql`((${productCodes.length === 0} or c.product_code = any(${[...productCodes]}::text[]))
          and (${tagIds.length === 0} or exists (select from cards.v_card_tag g
            where g.card_id = c.id and g.tag_id = any(${[...tagIds]}::bigint[]))))`;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cards.v_card c
    where c.carrier_account_id = ${carrierAccountId} and c.lifecycle <> 'cancelled'
      and c.customer_id = any(${await subtreeIds(ctx.db, ownerId)}::bigint[])
      and (c.id = any(${[...ids]}::bigint[]) or ${byConditions})`.execute(ctx.beyondScope(WHY));
  return { cards: rows[0]?.n ?? 0, notFound: [...notFound] };
}
