import type { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { PackageUsageState, SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import type { RenewalLimit } from '@cardinal/contract/enumerations/renewal.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { versionOf } from './managing/ruleRegister.ts';
import type { RuleRow } from './renewalTables.ts';

const WHY = 'the demo writes rules and what they counted';
const [PLATFORM, AGENT] = ['1', '10'];
const EVERYWHERE = SalesChannel.options.map(({ value }) => value);

type Demo = {
  readonly name: Text;
  readonly owner: string;
  readonly by: string;
  /** By the codes of packages. */
  readonly of: string;
  readonly limits: readonly RenewalLimit[];
  readonly replacement?: string;
  readonly months?: number;
  readonly message: Text;
  readonly state: OperationState;
};

const RULES: readonly Demo[] = [
  {
    name: text('1GB 最多叠加 1 个月', '1 GB: stack at most a month'),
    owner: AGENT,
    by: 'agent',
    of: 'LT-M1G',
    limits: ['months'],
    months: 1,
    replacement: 'LT-M5G',
    message: text(
      '该套餐最多再续 1 个月，请到期前再续',
      'This package can be renewed for one more month; renew it again later',
    ),
    state: 'shadow',
  },
  {
    name: text('停续 1GB 月包', 'End the 1 GB package'),
    owner: PLATFORM,
    by: 'operator',
    of: 'LT-M1G',
    limits: ['forbid'],
    replacement: 'LT-M5G',
    message: text('该套餐已停止续费，请改订 5GB 月包', 'This package is no longer renewed; order the 5 GB one'),
    state: 'off',
  },
  {
    name: text('5GB 须实名续费', '5 GB: real name to renew'),
    owner: AGENT,
    by: 'agent',
    of: 'LT-M5G',
    limits: ['realName'],
    message: text('请先完成实名认证再续费', 'Register a real name before you renew'),
    state: 'draft',
  },
];
const DAYS = 12;
const SHOWN = 7;
const idOf = (at: number) => String(71_851 + at);

async function packagesBy(ctx: Ctx): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const rows = await ctx.beyondScope(WHY).selectFrom('packages.v_package').select(['id', 'code', 'name']).execute();
  return new Map(rows.map(({ code, ...each }) => [code, each]));
}

/** What the rule in shadow counted: renewals that were paid on the days it watched. */
async function writeBlocked(ctx: Ctx, rule: RuleRow, name: string): Promise<void> {
  const { rows } = await sql<{ id: string; iccid: string; customer_id: string }>`
    select c.id::text, c.iccid, c.customer_id::text from cards.v_card c
    where c.lifecycle <> 'cancelled' and exists (
      select from orders.v_package_usage u where u.card_id = c.id and u.is_main
        and u.state <= ${PackageUsageState.values.used} and u.package_id = any(${rule.package_ids}::bigint[]))
      and exists (select from customers.v_customer k where k.id = c.customer_id and k.path like (
        select path || '%' from customers.v_customer where id = ${rule.customer_id}::bigint))
    order by c.id limit ${SHOWN}`.execute(ctx.beyondScope(WHY));
  const now = +ctx.clock.now();
  for (const [at, card] of rows.entries()) {
    const isEndUser = at % 3 === 2;
    await ctx
      .beyondScope(WHY)
      .insertInto('renewals.blocked')
      .values({
        id: String(71_901 + at),
        rule_id: rule.id,
        revision: 1,
        is_shadow: true,
        card_id: card.id,
        iccid: card.iccid,
        customer_id: card.customer_id,
        package_id: rule.package_ids[0] ?? '0',
        package_name: name,
        channel: isEndUser ? 'publicAccount' : at % 2 === 0 ? 'platform' : 'api',
        tried_by: isEndUser ? '' : 'agent',
        tried_by_customer_id: isEndUser ? null : AGENT,
        is_end_user: isEndUser,
        at: new Date(now - (at + 1) * 1.4 * DAY_MS),
      })
      .execute();
  }
}

/** A rule that watches, one that is off and a draft. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const packages = await packagesBy(ctx);
  const since = new Date(+ctx.clock.now() - DAYS * DAY_MS);
  for (const [at, demo] of RULES.entries()) {
    const of = packages.get(demo.of);
    if (!of) continue;
    const isTurned = demo.state !== 'draft';
    const row = {
      id: idOf(at),
      customer_id: demo.owner,
      name: say(demo.name, ctx.language),
      package_ids: [of.id],
      product_codes: [],
      customer_ids: [],
      channels: EVERYWHERE,
      limits: [...demo.limits],
      listed_ids: [],
      months: demo.months ?? null,
      days_ahead: null,
      min_price: null,
      currency: 'CNY',
      from_day: null,
      to_day: null,
      replacement_id: packages.get(demo.replacement ?? '')?.id ?? null,
      message_zh: demo.message.zh,
      message_en: demo.message.en,
      revision: 1,
      state: demo.state,
      shadow_since: demo.state === 'shadow' ? since : null,
      turned_at: isTurned ? since : null,
      turned_by: isTurned ? demo.by : null,
      wanted_by_id: null,
      wanted_by: null,
      version: 1,
      created_by: demo.by,
      created_at: since,
      updated_at: since,
    } satisfies RuleRow;
    await ctx.db.insertInto('renewals.rule').values(row).execute();
    await ctx.db
      .insertInto('renewals.rule_version')
      .values({
        rule_id: row.id,
        revision: 1,
        definition: JSON.stringify(versionOf(row)),
        created_at: since,
        created_by: demo.by,
      })
      .execute();
    if (demo.state === 'shadow') await writeBlocked(ctx, row, of.name);
  }
}
