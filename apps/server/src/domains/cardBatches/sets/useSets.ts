import { cardSetNotFound } from '@cardinal/contract/api/cardBatches/refusals.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { type CardListFilter, type NumberColumn, numbersFoundBy } from '../../cards/face.ts';
import { isStillNamed } from './setStore.ts';
import type { CardSet } from './setTables.ts';

/** The sets an account may use: its own, and those shared within its customer. */
export function ownSets(ctx: Ctx) {
  const { accountId, customerId } = accountOf(ctx);
  return ctx.db
    .selectFrom('card_batches.card_set')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where((on) => on.or([on('account_id', '=', accountId), on('is_shared', '=', true)]));
}

/** A set the caller may use; another account's reads as missing. */
export async function cardSetOf(ctx: Ctx, id: string): Promise<CardSet> {
  const set = await ownSets(ctx).where('id', '=', id).executeTakeFirst();
  if (!set) throw new Refused(cardSetNotFound);
  return set;
}

/** A ready set cards can be filtered by; otherwise refused at the field that named it. */
export async function usableSet(ctx: Ctx, id: string, field: string): Promise<CardSet> {
  const set = await ownSets(ctx).where('id', '=', id).executeTakeFirst();
  const refuse = (words: FieldProblem['text']) => new Refused(invalid, {}, [{ field, text: words }]);
  if (!set) throw refuse(cardSetNotFound.text);
  if (set.state === 'reading')
    throw refuse(text('号码集还在识别中，请稍候', 'The card set is still being matched; try again shortly'));
  if (set.state === 'failed') throw refuse(text('号码集的文件未能读取', 'The file of the card set could not be read'));
  return set;
}

/**
 * A condition on cards `c`: the set contains a number the card still has. It does not check the scope: `c` comes from the
 * scoped handle, so cards that have left it drop out.
 */
export const inSet = async (ctx: Ctx, id: string): Promise<RawBuilder<SqlBool>> =>
  namedIn(id, await numbersFoundBy(ctx));

const namedIn = (id: string, numbers: readonly NumberColumn[]): RawBuilder<SqlBool> => sql<SqlBool>`c.id in (
  select l.card_id from card_batches.card_set_card l join cards.v_card k on k.id = l.card_id
  where l.set_id = ${id}::bigint and ${isStillNamed('k', numbers)})`;

/**
 * Up to this many cards of a set are fetched and then sorted; for more, cards are read in order and checked against the set.
 */
const FETCHED = 10_000;

/**
 * The same for a paged list: the first page of a large set needs few of its cards. The offset makes the planner check card by
 * card; without it all cards are joined and sorted first.
 */
const inSetPaged = (
  { id, cards }: Pick<CardSet, 'id' | 'cards'>,
  numbers: readonly NumberColumn[],
): RawBuilder<SqlBool> =>
  cards <= FETCHED
    ? namedIn(id, numbers)
    : sql<SqlBool>`exists (
        select 1 from card_batches.card_set_card l
        where l.set_id = ${id}::bigint and l.card_id = c.id and ${isStillNamed('c', numbers)} offset 0)`;

/** The card list can be filtered by a set. */
export const setFilter: CardListFilter = {
  parameter: 'cardSetId',
  where: async (ctx, id) => inSetPaged(await usableSet(ctx, id, 'cardSetId'), await numbersFoundBy(ctx)),
  atMost: async (ctx, id) => (await usableSet(ctx, id, 'cardSetId')).cards,
};
