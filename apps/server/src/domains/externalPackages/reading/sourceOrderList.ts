import { listSourceOrders } from '@cardinal/contract/api/externalPackages/sourceOrders.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';

const differs = sql<string | null>`case when r.state = 'delivered' and r.charged_currency = r.currency
  then r.charged - r.agreed end`;
const isOpen = sql<boolean>`(r.next_at is not null)`;

/** The source's own words stay with whose source it is. */
export const sourceOrderDataset = dataset(listSourceOrders, {
  from: (ctx) =>
    ctx.db
      .selectFrom('external_packages.source_order as r')
      .innerJoin('external_packages.source as s', 's.id', 'r.source_id')
      .leftJoin('packages.v_package as p', 'p.id', 'r.package_id')
      .where('r.customer_id', '=', accountOf(ctx).customerId),
  table: 'r',
  columns: { sourceName: sql`s.name`, packageName: sql`p.name`, isOpen, difference: differs },
  select: (query) =>
    query.select([
      'r.id',
      'r.order_id',
      'r.order_no',
      'r.iccid',
      'r.source_id',
      's.name as source_name',
      'p.name as package_name',
      'r.code',
      'r.state',
      isOpen.as('is_open'),
      'r.out_order_no',
      'r.their_order_no',
      'r.agreed',
      'r.charged',
      differs.as('difference'),
      'r.currency',
      'r.words_zh',
      'r.words_en',
      'r.sends',
      'r.created_at',
      'r.sent_at',
      'r.next_at',
      'r.settled_at',
    ]),
  present: async (rows, ctx) =>
    rows.map(({ words_zh, words_en }) => ({
      words: words_zh === null ? null : say(text(words_zh, words_en ?? words_zh), ctx.language),
    })),
});
