// What can be asked of carriers, and the adapters that ask it. Other rooms ask through `callCarrier` of carriers.

export { tidyPem } from '../../outbound/pem.ts';
export { ADAPTERS, adapterOf, adapterOfAccount, findAdapter, isConnected } from './adapters.ts';
export { type NetworkReport, readNetworkTold } from './es2plus/network.ts';
export { type ProgressReport, readProgress } from './es2plus/progress.ts';
export { NETWORK_PATH, PROGRESS_PATH, pushPath, TOKEN_HEADER } from './es2plus/pushes.ts';
export { textOf, valueAt } from './generic/judge.ts';
export { presetOf, presetsOf } from './generic/presets.ts';
export { type OneLinkPlatform, wireOfStatus as oneLinkStatus } from './mobile/onelink/statuses.ts';
export type { CarrierAdapter, Line, Reply, Watch } from './protocol/adapter.ts';
export type { Capabilities } from './protocol/capabilities.ts';
export { parsedJson } from './protocol/exchange.ts';
export type { NetworkSeen } from './protocol/networkSeen.ts';
export {
  type AnswerOf,
  type ArgsOf,
  type CardAddress,
  type CarrierDevice,
  type CarrierLocation,
  type CarrierPlan,
  type CarrierPool,
  type CarrierSession,
  type CarrierUsage,
  changesCard,
  isQuestion,
  type OperationName,
  type Outcome,
  type PeriodUsage,
  type ReportedConnection,
  type UsageRecord,
} from './protocol/operations.ts';
export { statusToWire as cmpStatus } from './unicom/cmp/statuses.ts';
