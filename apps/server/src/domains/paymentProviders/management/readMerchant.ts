import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { merchantNotFound } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import type { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import type { Dataset } from '../../../framework/dataset.ts';
import { type CredentialField, providerAdapterOf } from '../../providerAdapters/face.ts';
import { firstCurrency, noticeUrlOf } from '../merchants/merchantStore.ts';

const fieldOf = ({ hint, isOptional = false, isPem = false, ...field }: CredentialField) => ({
  ...field,
  hint: hint ?? null,
  isOptional,
  isPem,
});

export function readForm(ctx: Ctx, providers: readonly PaymentProvider[]): AnswerOf<MerchantEndpoints['form']> {
  return {
    mayChangeAddress: !ctx.config.production,
    providers: providers.map((provider) => {
      const adapter = providerAdapterOf(provider);
      return { provider, baseUrl: adapter.baseUrl, credentials: adapter.credentials.map(fieldOf) };
    }),
  };
}

export async function readMerchant(
  ctx: Ctx,
  { id, providers, screen, list }: { id: string; providers: readonly PaymentProvider[]; screen: string; list: Dataset },
): Promise<AnswerOf<MerchantEndpoints['detail']>> {
  const row = await ctx.db
    .selectFrom('payment_providers.merchant as m')
    .innerJoin('customers.v_customer as c', 'c.id', 'm.customer_id')
    .selectAll('m')
    .select(['c.name as customer_name', 'c.kind as owner_kind'])
    .where('m.id', '=', id)
    .where('m.provider', 'in', providers)
    .where('m.state', '!=', 'off')
    .executeTakeFirst();
  const [shown] = row ? await list.present([row], ctx) : [];
  if (!row || !shown) throw new Refused(merchantNotFound);
  const adapter = providerAdapterOf(row.provider);
  const hints = row.credential_hints as Record<string, string>;
  const actor = accountOf(ctx);
  const may = (verb: string) => row.customer_id === actor.customerId && holds(actor, `${screen}.${verb}`);
  return {
    ...(shown as AnswerOf<MerchantEndpoints['detail']>),
    customerId: row.customer_id,
    baseUrl: row.base_url,
    noticeBaseUrl: row.notice_base_url,
    noticeUrl: noticeUrlOf(row, adapter.key),
    credentials: adapter.credentials.map((field) => ({ ...fieldOf(field), shown: hints[field.name] ?? null })),
    version: row.version,
    dayMost: row.day_most,
    currency: firstCurrency(row),
    offered: {
      edit: may('edit'),
      enable: may('enable'),
      test: may('test'),
      delete: may('delete'),
      cap: may('cap'),
      certificates: may('cert'),
    },
  };
}
