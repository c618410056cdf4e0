import { listSplitParts } from '@cardinal/contract/api/splitOrders/splits.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { SplitReleased, SplitShown } from '../../profitSharing/face.ts';
import { merchantSeen } from '../receivers/receiverStore.ts';
import type { PartRow } from '../splitTables.ts';
import { prepareSplits } from '../splitting/splitReleases.ts';

type Told = Pick<PartRow, 'said' | 'reason_zh' | 'reason_en'>;
/** The provider's word, or why it was not split. */
const wordsOf = (ctx: Ctx, { said, reason_zh, reason_en }: Told): string | null =>
  reason_zh === null ? said : say(text(reason_zh, reason_en ?? reason_zh), ctx.language);

export const partDataset = dataset(listSplitParts, {
  from: (ctx) =>
    ctx.db
      .selectFrom('split_orders.part as p')
      .innerJoin('split_orders.payment as y', 'y.payment_id', 'p.payment_id')
      .innerJoin('customers.v_customer as c', 'c.id', 'p.customer_id')
      .leftJoin('split_orders.split as s', 's.id', 'p.split_id')
      .innerJoin('payments.v_payment as t', 't.id', 'p.payment_id'),
  table: 'p',
  columns: {
    customerName: sql`c.name`,
    splitNo: sql`s.split_no`,
    tradeNo: sql`t.trade_no`,
  },
  select: (query) =>
    query
      .selectAll('p')
      .select(['c.name as customer_name', 's.split_no', 's.provider_no', 't.trade_no'])
      .select([
        sql<string>`coalesce((select sum(amount) from split_orders.give_back b
          where b.part_id = p.id and b.state = 'done'), 0)::text`.as('given_back'),
        sql<string>`coalesce((select sum(amount) from split_orders.give_back b
          where b.part_id = p.id and b.state = 'owed'), 0)::text`.as('owed'),
      ]),
  present: async (rows, ctx) =>
    rows.map((row) => ({
      customerName: row.customer_name,
      said: wordsOf(ctx, row),
      givenBack: row.given_back,
      owed: row.owed,
      splitNo: row.split_no,
      wechatNo: row.provider_no,
      tradeNo: row.trade_no,
      posting: row.transaction_id,
    })),
  extra: async (query, { merchantId }, ctx) =>
    query.where('y.merchant_id', '=', (await merchantSeen(ctx, String(merchantId))).id),
});

type Latest = Told & {
  entry_id: string;
  split_no: string | null;
  state: SplitShown['state'];
  transaction_id: string | null;
};

/** How what was released of entries is paid, the latest of each. The entries were read in scope. */
async function shownOf(ctx: Ctx, entryIds: readonly string[]): Promise<ReadonlyMap<string, SplitShown>> {
  if (entryIds.length === 0) return new Map();
  const { rows } = await sql<Latest>`select distinct on (e.id) e.id::text as entry_id, s.split_no, p.state, p.said,
      p.reason_zh, p.reason_en, p.transaction_id::text as transaction_id
    from unnest(${[...entryIds]}::bigint[]) as e (id)
    join split_orders.part p on p.entry_ids @> array[e.id] left join split_orders.split s on s.id = p.split_id
    order by e.id, p.id desc`.execute(ctx.beyondScope('splits of entries that were read in scope'));
  return new Map(
    rows.map((row) => [
      row.entry_id,
      { splitNo: row.split_no, state: row.state, said: wordsOf(ctx, row), posting: row.transaction_id },
    ]),
  );
}

export const releasedSplits: SplitReleased = { prepare: prepareSplits, shown: shownOf };

/** What was split of a payment, as far as the reader sees the levels it was paid to. */
export async function splitsShown(ctx: Ctx, paymentId: string) {
  const { rows } = await sql<
    Told & {
      id: string;
      customer_name: string;
      amount: string;
      state: SplitShown['state'];
      split_no: string | null;
      posting: string | null;
      given_back: string;
      owed: string;
      created_at: Date;
    }
  >`select p.id::text as id, c.name as customer_name, p.amount::text as amount, p.state, p.said, p.reason_zh, p.reason_en,
      s.split_no, p.transaction_id::text as posting, p.created_at,
      coalesce((select sum(amount) from split_orders.give_back b where b.part_id = p.id and b.state = 'done'), 0)::text as given_back,
      coalesce((select sum(amount) from split_orders.give_back b where b.part_id = p.id and b.state = 'owed'), 0)::text as owed
    from split_orders.part p join customers.v_customer c on c.id = p.customer_id
      left join split_orders.split s on s.id = p.split_id
    where p.payment_id = ${paymentId} order by p.id`.execute(ctx.db);
  return rows.map((row) => ({
    id: row.id,
    customerName: row.customer_name,
    amount: row.amount,
    state: row.state,
    said: wordsOf(ctx, row),
    splitNo: row.split_no,
    posting: row.posting,
    givenBack: row.given_back,
    owed: row.owed,
    at: row.created_at.toISOString(),
  }));
}
