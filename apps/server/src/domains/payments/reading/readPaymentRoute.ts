import type { readPaymentRoute as endpoint } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import { inUse, maskedNumber } from '../accounts/accountRules.ts';
import { accountsIn } from '../accounts/accountStore.ts';
import { collectedToday } from '../routing/collected.ts';
import { accountLabels } from '../routing/collectors.ts';

const LOGGED = 50;
const PLATFORM = text('系统', 'System');

export async function readPaymentRoute(
  ctx: Ctx,
  { customerId, scene, currency, provider = PaymentProvider.values.bankTransfer }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) throw new Refused(notFound);
  const here = { customer_id: customerId, scene, currency, provider } as const;
  const route = await ctx.db
    .selectFrom('payments.v_route')
    .selectAll()
    .where((on) => on.and(here))
    .executeTakeFirst();
  const accounts = await accountsIn(ctx.db)
    .where('a.customer_id', '=', customerId)
    .where('a.scene', '=', scene)
    .where('a.currency', '=', currency)
    .where('a.provider', '=', provider)
    .orderBy('a.is_enabled', 'desc')
    .orderBy('a.position')
    .execute();
  const log = await ctx.db
    .selectFrom('payments.route_change')
    .selectAll()
    .where((on) => on.and(here))
    .orderBy('id', 'desc')
    .limit(LOGGED)
    .execute();
  const collected = await collectedToday(ctx, accounts);
  const labels = await accountLabels(ctx, [
    route?.account_id ?? null,
    ...log.flatMap((each) => [each.account_id, each.from_id, each.to_id]),
  ]);
  const names = await customerNames(ctx.db, route?.collector_id ? [route.collector_id] : []);
  const actor = accountOf(ctx);
  const may = (permission: string) => customerId === actor.customerId && holds(actor, permission);
  const label = (id: string | null | undefined) => labels.get(id ?? '') ?? null;
  return {
    name: `${customer.name} · ${currency}`,
    customerId,
    customerName: customer.name,
    scene,
    currency,
    provider,
    coverage: route?.coverage ?? 'idle',
    account: label(route?.account_id),
    collectorName: names.get(route?.collector_id ?? '') ?? null,
    payers: route?.payers ?? 0,
    accounts: accounts.map((each) => ({
      id: each.id,
      provider: each.provider,
      position: each.position,
      isEnabled: each.is_enabled,
      isInUse: inUse(accounts)?.id === each.id,
      merchantName: each.merchant_name,
      merchantIsEnabled: each.merchant_is_enabled,
      holder: each.holder,
      bank: each.bank,
      branch: each.branch,
      maskedNumber: maskedNumber(each.number_tail),
      remarkPrefix: each.remark_prefix,
      least: each.least,
      most: each.most,
      dayMost: each.day_most,
      collectedToday: String(collected.accounts.get(each.id) ?? 0n),
      merchantDayMost: each.merchant_day_most,
      merchantToday: each.merchant_id === null ? null : String(collected.merchants.get(each.merchant_id) ?? 0n),
      note: each.note,
      version: each.version,
      updatedAt: each.updated_at.toISOString(),
    })),
    log: log.map((each) => ({
      id: each.id,
      at: each.at.toISOString(),
      kind: each.kind,
      account: label(each.account_id) ?? '',
      from: label(each.from_id),
      to: label(each.to_id),
      reason: each.reason,
      by: each.kind === 'automatic' ? say(PLATFORM, ctx.language) : each.changed_by,
    })),
    offered: {
      edit: may('paymentConfig.edit'),
      enable: may('paymentConfig.enable'),
      switch: may('paymentConfig.switch'),
    },
  };
}
