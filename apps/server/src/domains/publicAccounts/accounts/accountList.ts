import { listPublicAccounts } from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';

type Counts = { account_id: string; users: number; cards: number };

async function countsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await sql<Counts>`
    select a.id as account_id,
      (select count(*)::int from public_accounts.end_user u where u.account_id = a.id) as users,
      (select count(*)::int from public_accounts.binding b where b.account_id = a.id and b.ended_at is null) as cards
    from unnest(${[...ids]}::bigint[]) as a (id)`.execute(ctx.beyondScope('counts of accounts already read in scope'));
  return new Map(rows.map((row) => [row.account_id, row]));
}

export const accountDataset = dataset(listPublicAccounts, {
  isShort: true,
  from: (ctx) =>
    ctx.db
      .selectFrom('public_accounts.account as a')
      .innerJoin('customers.v_customer as c', 'c.id', 'a.customer_id')
      .where('a.kind', '=', 'publicAccount'),
  table: 'a',
  columns: { customerName: sql`c.name` },
  select: (query) => query.selectAll('a').select('c.name as customer_name'),
  present: async (rows, ctx) => {
    const counts = await countsOf(
      ctx,
      rows.map(({ id }) => id),
    );
    const own = accountOf(ctx).customerId;
    return rows.map(({ id, customer_id, customer_name }) => ({
      customerName: customer_name,
      users: counts.get(id)?.users ?? 0,
      cards: counts.get(id)?.cards ?? 0,
      h5Path: `/h5/${id}/`,
      isOwn: customer_id === own,
    }));
  },
});
