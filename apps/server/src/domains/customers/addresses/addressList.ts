import {
  addressNotFound,
  listAddresses,
  type readAddress as readEndpoint,
} from '@cardinal/contract/api/customers/addresses.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { maskedPhone } from '@cardinal/primitives/phone.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { placeName } from '../../../places/divisions.ts';

export const addressDataset = dataset(listAddresses, {
  from: (ctx) => ctx.db.selectFrom('customers.address as a'),
  id: sql<string>`a.id`,
  columns: {
    id: sql`a.id`,
    receiver: sql`a.receiver`,
    detail: sql`a.detail`,
    tag: sql`a.tag`,
    isDefault: sql`a.is_default`,
    createdAt: sql`a.created_at`,
  },
  select: (query) => query.selectAll('a'),
  present: async (rows) =>
    rows.map((row) => ({
      id: row.id,
      receiver: row.receiver,
      phone: maskedPhone(row.phone),
      division: row.division,
      place: placeName(row.division),
      detail: row.detail,
      postcode: row.postcode,
      tag: row.tag,
      isDefault: row.is_default,
      createdAt: row.created_at.toISOString(),
    })),
});

export async function readAddress(ctx: Ctx, id: string): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await ctx.db.selectFrom('customers.address').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(addressNotFound);
  const { receiver, phone, division, detail, postcode, tag, version } = row;
  const place = placeName(division);
  return { id, receiver, phone, division, place, detail, postcode, tag, isDefault: row.is_default, version };
}
