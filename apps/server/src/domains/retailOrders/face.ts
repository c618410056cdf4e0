// What other rooms may use of retail orders.

export { beginOrder, unpaidOf } from './buying/beginOrder.ts';
export { CARD_GONE } from './buying/paidOrders.ts';
export { buyersWallet, type RetailOrderRow } from './buying/retailMoney.ts';
export { type SoldAs, soldAs } from './buying/soldAs.ts';
export {
  type Renewable,
  type RetailStanding,
  renewable,
  retailStandings,
  sellRenewal,
} from './renewals/sellRenewal.ts';
