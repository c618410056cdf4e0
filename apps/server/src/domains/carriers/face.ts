// What other rooms may use of the carriers.

export type {
  AnswerOf,
  ArgsOf,
  Capabilities,
  CardAddress,
  CarrierDevice,
  CarrierLocation,
  CarrierPlan,
  CarrierRatePlan,
  CarrierSession,
  CarrierUsage,
  NetworkSeen,
  OperationName,
  Outcome as CarrierOutcome,
  PeriodUsage,
  ReportedConnection,
  UsageRecord,
} from '../carrierAdapters/face.ts';
export { accountBehindToken } from './accounts/accountBehindToken.ts';
export {
  accountsByPlatform,
  type CarrierAccountFacts,
  capabilitiesOf,
  carrierAccount,
  carrierAccounts,
  laneOf,
  noteSynced,
} from './accounts/accountFacts.ts';
export { speedsByPlatform } from './accounts/accountSpeeds.ts';
export { type AccountUse, accountUse, hasCounters } from './accounts/accountUse.ts';
export { actionsByPlatform, actionsOfAccount, ONLY_REMIND } from './accounts/controlActions.ts';
export { isDue, wayOf } from './accounts/scheduleRules.ts';
export type { SimulatedWorld } from './demo.ts';
export { callsAbout, type LoggedCall, logPastCalls, type PastCall } from './gate/callLog.ts';
export { callsLeft } from './gate/callsLeft.ts';
export { countedCalls, pastCalls } from './gate/countedCalls.ts';
export { type CallAbout, callCarrier } from './gate/gate.ts';
export { QUIET, quietUntil } from './gate/quietCards.ts';
export { standstills } from './gate/standstills.ts';
export { IN_TIME } from './monitor/monitorRules.ts';
export { type ReadingFigures, readingFigures } from './monitor/readingFigures.ts';
export { type NetworkUse, networkUse } from './networks/networkUse.ts';
export { type NetworkName, networkNames, noteNetworks } from './networks/noteNetworks.ts';
export { poolReadingOf } from './pools/poolReadingOf.ts';
export { notePush, type Push } from './pushes/notePush.ts';
export { countUnauthenticatedCall } from './pushes/unauthenticatedCalls.ts';
