import {
  belowContractPrices,
  leadTooShort,
  notYourMerchant,
  ownTemplatesOnly,
  planTaken,
  signedContractsExist,
  templateNotFound,
  templateUsed,
} from '@cardinal/contract/api/autoRenewals/refusals.ts';
import type {
  addTemplate as addEndpoint,
  readTemplateChoices as choicesEndpoint,
  deleteTemplate as deleteEndpoint,
  editTemplate as editEndpoint,
  enableTemplate as enableEndpoint,
} from '@cardinal/contract/api/autoRenewals/templates.ts';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';

/** WeChat Pay takes yuan only. */
const CURRENCY = 'CNY';
/** The day of the announcement and the next are for the payer to decide; then WeChat takes a charge. */
export const LEAST_LEAD_DAYS = 2;

const about = (id: string, name: string) => ({ objectKind: 'renewalTemplate', objectId: id, summary: name });

const used = (ctx: Ctx) => ctx.beyondScope('whether a template is used, whoever sells under it');

const ownMerchants = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payment_providers.v_merchant')
    .select(['id', 'name', 'merchant_no'])
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('provider', '=', PaymentProvider.values.wechat)
    .where('is_enabled', '=', true);

export async function readTemplateChoices(ctx: Ctx): Promise<AnswerOf<typeof choicesEndpoint>> {
  const rows = await ownMerchants(ctx).orderBy('name').execute();
  return { merchants: rows.map(({ id, name, merchant_no: merchantNo }) => ({ id, name, merchantNo })) };
}

type Terms = Pick<BodyOf<typeof editEndpoint>, 'name' | 'maxAmount' | 'leadDays' | 'displayName'>;

function termsOf({ name, maxAmount, leadDays, displayName }: Terms) {
  if (leadDays < LEAST_LEAD_DAYS) throw refusedAt('leadDays', leadTooShort, { days: String(LEAST_LEAD_DAYS) });
  const { minor } = sentAmount('maxAmount', maxAmount, CURRENCY, 'smallest');
  return { name, max_amount: String(minor), lead_days: leadDays, display_name: displayName };
}

export async function addTemplate(
  ctx: Ctx,
  { merchantId, planId, periodUnit, ...body }: BodyOf<typeof addEndpoint>,
): Promise<AnswerOf<typeof addEndpoint>> {
  const terms = termsOf(body);
  const merchant = await ownMerchants(ctx).where('id', '=', merchantId).executeTakeFirst();
  if (!merchant) throw refusedAt('merchantId', notYourMerchant);
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  const write = ctx.db
    .insertInto('auto_renewals.template')
    .values({
      ...terms,
      id,
      customer_id: accountOf(ctx).customerId,
      provider: PaymentProvider.values.wechat,
      merchant_id: merchant.id,
      plan_id: planId,
      currency: CURRENCY,
      period_unit: periodUnit,
      is_enabled: true,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await refuseDuplicate('template_plan_once', refusedAt('planId', planTaken), write);
  ctx.note({ ...about(id, terms.name), after: { ...terms, planId } });
  return { id };
}

async function ownTemplate(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('auto_renewals.template')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(templateNotFound);
  if (row.customer_id !== accountOf(ctx).customerId) throw new Refused(ownTemplatesOnly);
  return row;
}

/** The dearest price that is charged or offered under a template. */
async function dearest(ctx: Ctx, templateId: string): Promise<bigint> {
  const { rows } = await sql<{ most: string }>`
    select greatest(
      (select coalesce(max(greatest(c.renew_price, case when c.periods = 0 then c.first_price else 0 end)), 0)
        from auto_renewals.contract c where c.template_id = ${templateId}::bigint and c.ended_at is null),
      (select coalesce(max(p.renew_price), 0) from auto_renewals.package p where p.template_id = ${templateId}::bigint)
    )::text as most`.execute(used(ctx));
  return BigInt(rows[0]?.most ?? '0');
}

export async function editTemplate(ctx: Ctx, { id, version, ...body }: BodyOf<typeof editEndpoint>) {
  const before = await ownTemplate(ctx, id);
  if (before.version !== version) throw new Refused(changedByAnother);
  const terms = termsOf(body);
  const most = await dearest(ctx, id);
  if (BigInt(terms.max_amount) < most)
    throw refusedAt('maxAmount', belowContractPrices, { price: moneyText(money(most, before.currency)) });
  await ctx.db
    .updateTable('auto_renewals.template')
    .set({ ...terms, version: version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute();
  const was = Object.fromEntries(Object.keys(terms).map((name) => [name, before[name as keyof typeof before]]));
  ctx.note({ ...about(id, terms.name), before: was, after: terms });
  return DONE;
}

export async function enableTemplate(ctx: Ctx, { id, isEnabled }: BodyOf<typeof enableEndpoint>) {
  const before = await ownTemplate(ctx, id);
  await ctx.db
    .updateTable('auto_renewals.template')
    .set((row) => ({ is_enabled: isEnabled, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .execute();
  ctx.note({ ...about(id, before.name), before: { isEnabled: before.is_enabled }, after: { isEnabled } });
  return DONE;
}

export async function deleteTemplate(ctx: Ctx, { id }: BodyOf<typeof deleteEndpoint>) {
  const row = await ownTemplate(ctx, id);
  const one = (table: 'auto_renewals.contract' | 'auto_renewals.package') =>
    used(ctx).selectFrom(table).select('id').where('template_id', '=', id).limit(1).executeTakeFirst();
  if (await one('auto_renewals.contract')) throw new Refused(signedContractsExist);
  if (await one('auto_renewals.package')) throw new Refused(templateUsed);
  await ctx.db.deleteFrom('auto_renewals.template').where('id', '=', id).execute();
  ctx.note({ ...about(id, row.name), before: { name: row.name, planId: row.plan_id } });
  return DONE;
}
