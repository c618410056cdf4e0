import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { AccountUse } from '../../carriers/face.ts';

/** How many cards each carrier account has and how many of their commands are open, whoever owns the cards. */
export async function countByAccount(
  ctx: Ctx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountUse>> {
  const db = ctx.beyondScope('an account may not be switched off over the cards of any customer');
  const ids = [...accountIds];
  const [cards, commands] = await Promise.all([
    db
      .selectFrom('cards.v_card')
      .select(['carrier_account_id', sql<string>`count(*)`.as('n')])
      .where('carrier_account_id', 'in', ids)
      .groupBy('carrier_account_id')
      .execute(),
    db
      .selectFrom('card_commands.card_command')
      .select(['carrier_account_id', sql<string>`count(*)`.as('n')])
      .where('carrier_account_id', 'in', ids)
      .where('state', 'in', ['queued', 'sent'])
      .groupBy('carrier_account_id')
      .execute(),
  ]);
  const open = new Map(commands.map((row) => [row.carrier_account_id, Number(row.n)]));
  const held = new Map(cards.map((row) => [row.carrier_account_id, Number(row.n)]));
  return new Map(ids.map((id) => [id, { cards: held.get(id) ?? 0, openCommands: open.get(id) ?? 0 }]));
}
