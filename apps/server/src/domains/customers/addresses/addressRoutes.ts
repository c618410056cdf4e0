import * as api from '@cardinal/contract/api/customers/addresses.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { addressDataset, readAddress } from './addressList.ts';
import { addAddress, deleteAddress, editAddress, setDefaultAddress } from './editAddress.ts';
import { NOTHING_READ, readPastedAddress } from './pastedAddress.ts';

export const addressRoutes: readonly Route[] = [
  bindList(api.listAddresses, addressDataset),
  bind(api.readAddress, (ctx, { query }) => readAddress(ctx, query.addressId)),
  bind(api.addAddress, (ctx, { body }) => addAddress(ctx, body)),
  bind(api.editAddress, (ctx, { body }) => editAddress(ctx, body)),
  bind(api.setDefaultAddress, (ctx, { body }) => setDefaultAddress(ctx, body.addressId)),
  bind(api.deleteAddress, (ctx, { body }) => deleteAddress(ctx, body.addressId)),
  bind(api.previewPastedAddress, async (_, { body }) => ({ ...NOTHING_READ, ...readPastedAddress(body.line) }), {
    transaction: 'none',
  }),
];
