export { type AccountOf, fundsOf, ofCustomer, openAccount, setCredit, spendable } from './accounts.ts';
export { verifyLedger } from './checkLedger.ts';
export { closeDays, type Statement, statement } from './dailyStatements.ts';
export {
  type About,
  type Held,
  hold,
  type NotPosted,
  type Posted,
  post,
  releaseHold,
  requirePosted,
  reverse,
  settleHold,
} from './post.ts';
export type { LedgerAccount, Leg } from './postingRules.ts';
