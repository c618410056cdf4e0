// What can be asked of payment providers, and the adapters that ask it. Only the gate of paymentProviders asks.

export { findProviderAdapter, PROVIDER_ADAPTERS, providerAdapterOf } from './adapters.ts';
export type {
  AccountFacts,
  CredentialFault,
  CredentialField,
  Credentials,
  NoticeAnswer,
  NoticeRead,
  ProviderAdapter,
  ProviderLine,
} from './protocol/adapter.ts';
export {
  type AccountHolder,
  type AccountSeen,
  type AccountState,
  type AnswerOf,
  type ArgsOf,
  type ContractSeen,
  type HeardNotice,
  type Money,
  mayRepeat,
  type Payee,
  type PaymentSeen,
  type PaymentState,
  type PayTarget,
  type ProviderOperation,
  type RefundSeen,
  type RefundState,
  type StatementLine,
  type TransferSeen,
  type TransferState,
} from './protocol/operations.ts';
export type {
  ReceiverKind,
  SplitPart,
  SplitPartSeen,
  SplitReceiver,
  SplitReturnSeen,
  SplitSeen,
} from './protocol/splitOperations.ts';
