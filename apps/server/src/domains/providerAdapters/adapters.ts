import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { ProviderAdapter } from './protocol/adapter.ts';

export const PROVIDER_ADAPTERS: readonly ProviderAdapter[] = [];

/** By its name in addresses. */
export const findProviderAdapter = (key: string): ProviderAdapter | undefined =>
  PROVIDER_ADAPTERS.find((adapter) => adapter.key === key);

export function providerAdapterOf(provider: PaymentProvider): ProviderAdapter {
  const found = PROVIDER_ADAPTERS.find((adapter) => adapter.provider === provider);
  if (!found) throw new Error(`No adapter speaks to provider ${provider}`);
  return found;
}
