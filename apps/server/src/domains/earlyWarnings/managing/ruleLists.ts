import type { Language } from '@cardinal/primitives/text.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';
import { whenText } from '../judging/warningWords.ts';
import { type RuleRow, WHY } from '../warningTables.ts';

const ALL = text('全部下级及自己', 'Own and everything below');
const CUSTOMERS = text('{names} 及下级', '{names} and below');

const coversText = ({ customer_ids }: RuleRow, names: ReadonlyMap<string, string>, language: Language): string =>
  customer_ids.length === 0
    ? say(ALL, language)
    : say(CUSTOMERS, language, {
        names: customer_ids.map((id) => names.get(id) ?? id).join(language === 'en' ? ', ' : '、'),
      });

/** Names of accounts that rules of the caller's tree tell; some may be of customers that it does not see. */
async function accountNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx
    .beyondScope(WHY)
    .selectFrom('identity.v_account')
    .select(['id', 'account'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, account }) => [id, account]));
}

async function openByRule(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.db
    .selectFrom('early_warnings.event')
    .select('rule_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(sql<boolean>`rule_id = any(${[...ids]}::bigint[])`)
    .where('state', '<>', 'resolved')
    .groupBy('rule_id')
    .execute();
  return new Map(rows.map(({ rule_id, n }) => [rule_id, n]));
}

/** What lists show of rules beside their columns. */
export async function presentRules(rows: readonly RuleRow[], ctx: Ctx) {
  const customers = await customerNames(
    ctx.db,
    rows.flatMap(({ customer_id, customer_ids }) => [customer_id, ...customer_ids]),
  );
  const accounts = await accountNames(
    ctx,
    rows.flatMap(({ receivers }) => receivers),
  );
  const open = await openByRule(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    when: say(whenText(row), ctx.language),
    covers: coversText(row, customers, ctx.language),
    receiverNames: row.receivers.flatMap((id) => accounts.get(id) ?? []).join(', '),
    open: open.get(row.id) ?? 0,
    customerName: customers.get(row.customer_id) ?? '',
  }));
}
