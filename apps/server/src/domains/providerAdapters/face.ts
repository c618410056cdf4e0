// What payment providers can be asked, and the adapters that ask it. Other rooms ask through `callProvider` of paymentProviders.

export { findProviderAdapter, PROVIDER_ADAPTERS, providerAdapterOf } from './adapters.ts';
export type {
  CredentialField,
  Credentials,
  NoticeAnswer,
  NoticeRead,
  ProviderAdapter,
  ProviderLine,
} from './protocol/adapter.ts';
export {
  type AnswerOf,
  type ArgsOf,
  type HeardNotice,
  type Money,
  mayRepeat,
  type PaymentSeen,
  type PayTarget,
  type ProviderOperation,
  type RefundSeen,
} from './protocol/operations.ts';
