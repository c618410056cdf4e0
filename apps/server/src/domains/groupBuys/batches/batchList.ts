import { listCodeBatches } from '@cardinal/contract/api/groupBuys/codes.ts';
import { sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import { taskRefs } from '../../tasks/face.ts';
import { liabilityOf, returnedOf } from '../groupBuyRules.ts';
import { beyond } from './batchStore.ts';

export const batchDataset = dataset(listCodeBatches, {
  from: (ctx) => {
    const { customerId } = accountOf(ctx);
    return ctx.db
      .selectFrom('group_buys.batch as b')
      .innerJoin('packages.v_package as p', 'p.id', 'b.package_id')
      .where((on) => on.or([on('b.seller_id', '=', customerId), on('b.customer_id', '=', customerId)]));
  },
  table: 'b',
  carrier: sql`p.platform`,
  columns: {
    offerName: sql`(select o.name from group_buys.offer o where o.id = b.offer_id)`,
    buyerId: sql`b.customer_id`,
  },
  select: (query) =>
    query.select([
      'b.id',
      'b.batch_no',
      'b.created_at',
      'b.offer_id',
      sql<string>`(select o.name from group_buys.offer o where o.id = b.offer_id)`.as('offer_name'),
      'b.package_name',
      'b.sales_platform',
      'b.seller_id',
      'b.customer_id as buyer_id',
      'b.state',
      'b.count',
      'b.price',
      'b.currency',
      'b.redeemed',
      'b.redeeming',
      'b.unused as open',
      'b.voided',
      'b.expired',
      'b.expiry',
      'b.expires_at',
      'b.sealed_seed',
      'b.taken_at',
      'b.taken_by',
      'b.task_id as issued_in',
    ]),
  present: async (rows, ctx) => {
    const ids = rows.flatMap(({ seller_id, buyer_id }) => [seller_id, buyer_id]);
    const [names, tasks] = await Promise.all([
      customerNames(beyond(ctx), [...new Set(ids)]),
      taskRefs(
        ctx.db,
        rows.map((row) => row.issued_in),
      ),
    ]);
    return rows.map((row) => {
      const price = BigInt(row.price);
      return {
        sellerName: names.get(row.seller_id) ?? '',
        buyerName: names.get(row.buyer_id) ?? '',
        paid: String(price * BigInt(row.count)),
        returned: String(returnedOf(price, row, row.expiry)),
        liability: String(liabilityOf(price, row)),
        isTakeable: row.state === 'issued' && row.sealed_seed !== null,
        taskId: tasks.has(row.issued_in) ? row.issued_in : null,
      };
    });
  },
});
