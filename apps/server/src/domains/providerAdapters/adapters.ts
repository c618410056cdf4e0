import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { alipay } from './alipay/adapter.ts';
import type { ProviderAdapter } from './protocol/adapter.ts';
import { wechat } from './wechat/adapter.ts';

export const PROVIDER_ADAPTERS: readonly ProviderAdapter[] = [wechat, alipay];

export const findProviderAdapter = (key: string): ProviderAdapter | undefined =>
  PROVIDER_ADAPTERS.find((adapter) => adapter.key === key);

/** Undefined for a provider that nobody is asked at, such as a bank transfer. */
export const providerAdapterOf = (provider: PaymentProvider): ProviderAdapter | undefined =>
  PROVIDER_ADAPTERS.find((adapter) => adapter.provider === provider);
