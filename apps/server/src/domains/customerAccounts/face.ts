// What other rooms may use of customerAccounts.

export { keepVoucher, voucherFile } from './recharges/vouchers.ts';
