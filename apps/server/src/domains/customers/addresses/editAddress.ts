import {
  ADDRESSES_PER_CUSTOMER,
  type addAddress as addEndpoint,
  addressNotFound,
  type editAddress as editEndpoint,
  tooManyAddresses,
  unknownDivision,
} from '@cardinal/contract/api/customers/addresses.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { maskedPhone } from '@cardinal/primitives/phone.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { divisionOf } from '../../../places/divisions.ts';
import type { AddressTable } from './addressTables.ts';

/** All of a customer's addresses, held in one order: which one is the default is decided one at a time. */
async function lockAddresses(ctx: Ctx): Promise<AddressTable[]> {
  const { customerId } = accountOf(ctx);
  // The customer's own row is held too: the first address of all has no row to wait for.
  await ctx.db.selectFrom('customers.customer').select('id').where('id', '=', customerId).forUpdate().execute();
  return ctx.db.selectFrom('customers.address').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}

function ownAddress(addresses: readonly AddressTable[], id: string): AddressTable {
  const found = addresses.find((each) => each.id === id);
  if (!found) throw new Refused(addressNotFound);
  return found;
}

/** A code that was valid when it was written stays; a new one has to be the last level of today's tree. */
function checkDivision(code: string, before?: string): void {
  if (code !== before && divisionOf(code)?.children.length !== 0) throw refusedAt('division', unknownDivision);
}

type Fields = BodyOf<typeof addEndpoint>;
const columnsOf = ({ receiver, phone, division, detail, postcode, tag }: Fields) => ({
  receiver,
  phone,
  division,
  detail,
  postcode: postcode ?? null,
  tag: tag ?? null,
});
const noted = (row: Pick<AddressTable, 'receiver' | 'phone' | 'division' | 'detail'>) => ({
  receiver: row.receiver,
  phone: maskedPhone(row.phone),
  division: row.division,
});

async function makeDefault(ctx: Ctx, id: string | undefined): Promise<void> {
  await ctx.db.updateTable('customers.address').set({ is_default: false }).where('is_default', '=', true).execute();
  if (id) await ctx.db.updateTable('customers.address').set({ is_default: true }).where('id', '=', id).execute();
}

export async function addAddress(ctx: Ctx, body: Fields) {
  checkDivision(body.division);
  const kept = await lockAddresses(ctx);
  if (kept.length >= ADDRESSES_PER_CUSTOMER) throw new Refused(tooManyAddresses, { max: ADDRESSES_PER_CUSTOMER });
  const id = ctx.ids.next();
  const now = ctx.clock.now();
  const row = { ...columnsOf(body), id, customer_id: accountOf(ctx).customerId, version: 1 };
  await ctx.db
    .insertInto('customers.address')
    .values({ ...row, is_default: false, created_at: now, updated_at: now })
    .execute();
  if (body.isDefault || kept.length === 0) await makeDefault(ctx, id);
  ctx.note({ objectKind: 'address', objectId: id, summary: body.receiver, after: noted(body) });
  return { id };
}

export async function editAddress(ctx: Ctx, { addressId, version, ...body }: BodyOf<typeof editEndpoint>) {
  const before = ownAddress(await lockAddresses(ctx), addressId);
  if (before.version !== version) throw new Refused(changedByAnother);
  checkDivision(body.division, before.division);
  await ctx.db
    .updateTable('customers.address')
    .set({ ...columnsOf(body), version: sql<number>`version + 1`, updated_at: ctx.clock.now() })
    .where('id', '=', addressId)
    .execute();
  if (body.isDefault && !before.is_default) await makeDefault(ctx, addressId);
  const note = { objectKind: 'address', objectId: addressId, summary: body.receiver };
  ctx.note({ ...note, before: noted(before), after: noted(body) });
  return DONE;
}

export async function setDefaultAddress(ctx: Ctx, id: string) {
  const address = ownAddress(await lockAddresses(ctx), id);
  await makeDefault(ctx, id);
  ctx.note({ objectKind: 'address', objectId: id, summary: address.receiver, after: { isDefault: true } });
  return DONE;
}

export async function deleteAddress(ctx: Ctx, id: string) {
  const addresses = await lockAddresses(ctx);
  const address = ownAddress(addresses, id);
  await ctx.db.deleteFrom('customers.address').where('id', '=', id).execute();
  if (address.is_default) await makeDefault(ctx, addresses.find((each) => each.id !== id)?.id);
  ctx.note({ objectKind: 'address', objectId: id, summary: address.receiver, before: noted(address) });
  return DONE;
}
