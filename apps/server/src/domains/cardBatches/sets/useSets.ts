import { cardSetNotFound } from '@cardinal/contract/api/cardBatches/refusals.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { CardListFilter } from '../../cards/face.ts';
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

/** A set the caller may use; another's reads as one that does not exist. */
export async function cardSetOf(ctx: Ctx, id: string): Promise<CardSet> {
  const set = await ownSets(ctx).where('id', '=', id).executeTakeFirst();
  if (!set) throw new Refused(cardSetNotFound);
  return set;
}

/** A set that cards can be asked by; refused at the field that named it. */
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
 * The condition on cards `c` that a set names them by a number they still have. It tells nothing of scope: `c` comes from
 * the scoped handle, so cards that have left it drop out by themselves.
 */
export const inSet = (id: string): RawBuilder<SqlBool> => sql<SqlBool>`c.id in (
  select l.card_id from card_batches.card_set_card l join cards.v_card k on k.id = l.card_id
  where l.set_id = ${id}::bigint and ${isStillNamed('k')})`;

/** Up to so many cards of a set are fetched and put in order; of more, cards in order are looked up in the set. */
const FETCHED = 10_000;

/**
 * The same for a list that is read page by page: the first page of a large set needs few of its cards. The offset keeps it
 * a look per card; without it all of them are joined and ordered first.
 */
const inSetPaged = ({ id, cards }: Pick<CardSet, 'id' | 'cards'>): RawBuilder<SqlBool> =>
  cards <= FETCHED
    ? inSet(id)
    : sql<SqlBool>`exists (
        select 1 from card_batches.card_set_card l
        where l.set_id = ${id}::bigint and l.card_id = c.id and ${isStillNamed('c')} offset 0)`;

/** The list of cards can be asked for those of a set. */
export const setFilter: CardListFilter = {
  parameter: 'cardSetId',
  where: async (ctx, id) => inSetPaged(await usableSet(ctx, id, 'cardSetId')),
  atMost: async (ctx, id) => (await usableSet(ctx, id, 'cardSetId')).cards,
};
