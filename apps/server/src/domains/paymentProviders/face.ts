// What other rooms may use of paymentProviders.

export { callProvider, providerSession } from './gate/gate.ts';
export { recentlyAnswered } from './gate/recentCalls.ts';
export { merchantBeyondScope, noticeUrlOf, openCredentials } from './merchants/merchantStore.ts';
export type { MerchantRow } from './merchants/merchantTables.ts';
export {
  type ActivityOfMerchants,
  type MerchantUse,
  merchantActivity,
  merchantUse,
  type Taken,
} from './merchants/merchantUse.ts';
