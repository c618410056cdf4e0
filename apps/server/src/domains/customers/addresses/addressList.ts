import {
  addressNotFound,
  listAddresses,
  type readAddress as readEndpoint,
} from '@cardinal/contract/api/customers/addresses.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { maskedPhone } from '@cardinal/primitives/phone.ts';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { placeName } from '../../../places/divisions.ts';

export const addressDataset = dataset(listAddresses, {
  from: (ctx) => ctx.db.selectFrom('customers.address as a'),
  table: 'a',
  select: (query) => query.selectAll('a'),
  present: async (rows) =>
    rows.map((row) => ({
      phone: maskedPhone(row.phone),
      place: placeName(row.division),
    })),
});

export async function readAddress(ctx: Ctx, id: string): Promise<AnswerOf<typeof readEndpoint>> {
  const row = await ctx.db.selectFrom('customers.address').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(addressNotFound);
  const { receiver, phone, division, detail, postcode, tag, version } = row;
  const place = placeName(division);
  return { id, receiver, phone, division, place, detail, postcode, tag, isDefault: row.is_default, version };
}
