import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { saidIn } from '../../../demo/demoWords.ts';
import type { Ctx } from '../../../framework/context.ts';
import { subtreeIds } from '../../customers/face.ts';
import { readNumber } from './setNumbers.ts';
import { markRepeated, resolveNumbers } from './setStore.ts';

/** Two uploaded card sets: one of the platform's, shared by its accounts, and one of agent A's. */
const SETS = [
  {
    customerId: '1',
    accountId: '1002',
    account: 'operator',
    name: text('11月盘点', 'November stock-taking'),
    isShared: true,
    cards: 120,
    daysAgo: 2,
  },
  {
    customerId: '10',
    accountId: '1003',
    account: 'agent',
    name: text('深圳仓待激活', 'Warehouse A, to activate'),
    isShared: false,
    cards: 40,
    daysAgo: 6,
  },
] as const;

type Found = { iccid: string; business_number: string | null; imsi: string | null };

/** Numbers as people write them: mixed kinds, one duplicate, one typo, one unknown. */
function linesOf(cards: readonly Found[]): string[] {
  const [first] = cards;
  if (!first) return [];
  const mixed = cards.map((card, at) => (at % 3 === 1 && card.business_number ? card.business_number : card.iccid));
  const mistyped = first.iccid.slice(0, 19) + ((Number(first.iccid[19]) + 3) % 10);
  return [...mixed, first.iccid, mistyped, '89860699999999999998'];
}

export async function seedSetDemo(ctx: Ctx): Promise<void> {
  for (const { customerId, accountId, account, name, isShared, cards, daysAgo } of saidIn(ctx.language, SETS)) {
    const within = await subtreeIds(ctx.db, customerId);
    const { rows } = await sql<Found>`
      select iccid, business_number, imsi from cards.v_card
      where customer_id = any(${[...within]}::bigint[]) and length(iccid) = 20 order by id limit ${cards}`.execute(
      ctx.db,
    );
    const lines = linesOf(rows);
    if (lines.length === 0) continue;
    const id = ctx.ids.next();
    const at = new Date(ctx.clock.now().getTime() - daysAgo * DAY_MS);
    const numbers = lines.flatMap((line, place) => {
      const read = readNumber(line);
      if (!read) return [];
      const { isSuspect, ...number } = read;
      return [{ set_id: id, seq: place + 1, row_number: place + 2, ...number, is_suspect: isSuspect }];
    });
    await ctx.db.insertInto('card_batches.card_set_number').values(numbers).execute();
    await markRepeated(ctx.db, id);
    await resolveNumbers(ctx.db, id);
    await ctx.db
      .insertInto('card_batches.card_set')
      .values({
        id,
        customer_id: customerId,
        account_id: accountId,
        account_name: account,
        name,
        is_shared: isShared,
        state: 'ready',
        file_name: `${name}.xlsx`,
        file_bytes: 9_000 + 40 * numbers.length,
        file_sha256: '0'.repeat(64),
        numbers: numbers.length,
        cards: rows.length,
        created_at: at,
        resolved_at: ctx.clock.now(),
      })
      .execute();
  }
}
