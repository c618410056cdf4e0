import { listApiCalls } from '@cardinal/contract/api/openApi/calls.ts';
import { sql } from 'kysely';
import { dataset } from '../../framework/dataset.ts';
import { customerNames, subtreeIds } from '../customers/face.ts';

export const callDataset = dataset(listApiCalls, {
  from: (ctx) => ctx.db.selectFrom('open_api.call as l').leftJoin('open_api.api_key as k', 'k.id', 'l.key_id'),
  id: sql<string>`l.id`,
  columns: {
    at: sql`l.at`,
    keyId: sql`l.key_id`,
    customerId: sql`l.customer_id`,
    interface: sql`l.interface`,
    path: sql`l.path`,
    status: sql`l.status`,
    code: sql`l.code`,
    milliseconds: sql`l.milliseconds`,
    address: sql`l.address`,
    requestId: sql`l.request_id`,
    idempotencyKey: sql`l.idempotency_key`,
  },
  select: (query) => query.selectAll('l').select('k.name as key_name'),
  present: async (rows, ctx, forFile) => {
    const names = await customerNames(
      ctx.db,
      rows.map((row) => row.customer_id),
    );
    return rows.map((row) => ({
      id: row.id,
      at: forFile ? row.at : row.at.toISOString(),
      keyId: row.key_id,
      keyName: row.key_name ?? '',
      customerId: row.customer_id,
      customerName: names.get(row.customer_id) ?? '',
      interface: row.interface,
      method: row.method,
      path: row.path,
      status: row.status,
      code: row.code,
      milliseconds: row.milliseconds,
      address: row.address,
      requestId: row.request_id,
      idempotencyKey: row.idempotency_key,
    }));
  },
  extra: async (query, { underCustomerId }, ctx) =>
    underCustomerId
      ? query.where('l.customer_id', 'in', [...(await subtreeIds(ctx.db, String(underCustomerId))), '0'])
      : query,
});
