import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { alipay } from './alipay/adapter.ts';
import { lianlian } from './lianlian/adapter.ts';
import { paypal } from './paypal/adapter.ts';
import { payssion } from './payssion/adapter.ts';
import type { ProviderAdapter } from './protocol/adapter.ts';
import { stripe } from './stripe/adapter.ts';
import { wechat } from './wechat/adapter.ts';

export const PROVIDER_ADAPTERS: readonly ProviderAdapter[] = [wechat, alipay, stripe, paypal, payssion, lianlian];

export const findProviderAdapter = (key: string): ProviderAdapter | undefined =>
  PROVIDER_ADAPTERS.find((adapter) => adapter.key === key);

/** Of a provider that is asked at all; a bank is not. */
export function providerAdapterOf(provider: PaymentProvider): ProviderAdapter {
  const found = PROVIDER_ADAPTERS.find((adapter) => adapter.provider === provider);
  if (!found) throw new Error(`No adapter speaks to provider ${provider}`);
  return found;
}
