// What other rooms may use of customerAccounts.

export { keepVoucher, removeVoucher, voucherFile } from './recharges/vouchers.ts';
