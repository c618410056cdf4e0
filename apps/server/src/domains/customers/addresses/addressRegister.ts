import {
  ADDRESSES_PER_CUSTOMER,
  addresses,
  addressNotFound,
  previewPastedAddress,
  setDefaultAddress,
  tooManyAddresses,
  unknownDivision,
} from '@cardinal/contract/api/customers/addresses.ts';
import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { maskedPhone } from '@cardinal/primitives/phone.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { divisionOf, placeName } from '../../../places/divisions.ts';
import type { AddressTable } from './addressTables.ts';
import { NOTHING_READ, readPastedAddress } from './pastedAddress.ts';

/** All of a customer's addresses, locked in one order: the default may be changed by one request at a time. */
async function lockAddresses(ctx: Ctx): Promise<AddressTable[]> {
  const { customerId } = accountOf(ctx);
  // Locks the customer's row too: the very first address has no other row to wait for.
  await ctx.db.selectFrom('customers.customer').select('id').where('id', '=', customerId).forUpdate().execute();
  return ctx.db.selectFrom('customers.address').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();
}

const lockAddress = async (ctx: Ctx, id: string) => (await lockAddresses(ctx)).find((each) => each.id === id);

async function refuseOneMore(ctx: Ctx): Promise<void> {
  const max = ADDRESSES_PER_CUSTOMER;
  if ((await lockAddresses(ctx)).length >= max) throw new Refused(tooManyAddresses, { max });
}

async function makeDefault(ctx: Ctx, id: string | undefined): Promise<void> {
  await ctx.db.updateTable('customers.address').set({ is_default: false }).where('is_default', '=', true).execute();
  if (id) await ctx.db.updateTable('customers.address').set({ is_default: true }).where('id', '=', id).execute();
}

async function chooseDefault(ctx: Ctx, id: string) {
  const address = await lockAddress(ctx, id);
  if (!address) throw new Refused(addressNotFound);
  await makeDefault(ctx, id);
  ctx.note({ objectKind: 'address', objectId: id, summary: address.receiver, after: { isDefault: true } });
  return DONE;
}

const addressRegister = bindRegister(addresses, {
  table: 'customers.address',
  objectKind: 'address',
  name: ({ receiver }) => receiver,
  hold: lockAddress,
  write: async (ctx, { division }, before) => {
    // A code that was valid when written is kept; a new one must be of the lowest level in the current tree.
    if (division !== before?.division && divisionOf(division)?.children.length !== 0)
      throw refusedAt('division', unknownDivision);
    if (!before) await refuseOneMore(ctx);
    return { is_default: before?.is_default ?? false };
  },
  written: async (ctx, id, { isDefault }) => {
    if (isDefault || !(await lockAddresses(ctx)).some((each) => each.is_default)) await makeDefault(ctx, id);
  },
  release: async (ctx, { id, is_default }) => {
    if (is_default) await makeDefault(ctx, (await lockAddresses(ctx)).find((each) => each.id !== id)?.id);
  },
  noted: ({ receiver, phone, division }) => ({ receiver, phone: maskedPhone(phone), division }),
  list: {
    present: async (rows) => rows.map(({ division }) => ({ place: placeName(division) })),
  },
  detail: (_, { id, receiver, phone, division, detail, postcode, tag, is_default, version }) => ({
    id,
    receiver,
    phone,
    division,
    place: placeName(division),
    detail,
    postcode,
    tag,
    isDefault: is_default,
    version,
  }),
});

export const addressRoutes: readonly Route[] = [
  ...addressRegister,
  bind(setDefaultAddress, (ctx, { body }) => chooseDefault(ctx, body.addressId)),
  bind(previewPastedAddress, async (_, { body }) => ({ ...NOTHING_READ, ...readPastedAddress(body.line) }), {
    transaction: 'none',
  }),
];
