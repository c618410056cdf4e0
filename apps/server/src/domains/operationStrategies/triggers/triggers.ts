import type { OperationTrigger } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { filled, type Text, text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Condition, Trigger, Window } from './trigger.ts';

const { unused, using, unsubscribed, deleted } = PackageUsageState.values;

const within = (at: RawBuilder<unknown>, { after, until }: Window) =>
  after ? sql`${at} > ${after} and ${at} <= ${until}` : sql`${at} <= ${until}`;

const named = (zh: string, en: string) => (said: unknown) => filled(text(zh, en), { said: String(said ?? '') });
const always = (zh: string, en: string) => () => text(zh, en);

/** Judged by the clock, so that a late sweep of packages changes nothing. */
const packageAfter = (now: Date) => sql`from orders.v_package_usage u where u.card_id = c.id and u.is_main
  and u.state in (${sql.lit(unused)}, ${sql.lit(using)}) and u.ends_at > ${now}`;

const noPackage: Condition = {
  sql: ({ now }) => sql<boolean>`not exists (select ${packageAfter(now)})`,
  holds: text('没有生效中或待生效的套餐', 'No package is in use or waiting'),
  fails: text('有生效中或待生效的套餐', 'A package is in use or waiting'),
  ends: {
    by: ({ now }) => sql<string | null>`(select u.package_name ${packageAfter(now)} order by u.starts_at limit 1)`,
    words: text('已订购套餐 {by}', 'Package ordered: {by}'),
  },
};

/** A main package that ended, at its end or when it was unsubscribed. */
const packageEnds = (window: Window) => sql`
  select u.card_id, u.id::text as fact, u.ends_at as at, to_jsonb(u.package_name) as said
  from orders.v_package_usage u
  where u.is_main and u.state not in (${sql.lit(unsubscribed)}, ${sql.lit(deleted)}) and ${within(sql`u.ends_at`, window)}`;

const balanceBelow: Condition = {
  sql: ({ strategy }) => sql<boolean>`exists (select from ledger.v_account a where a.customer_id = c.customer_id
    and a.owner_kind = 'customer' and a.kind = 'balance' and a.currency = ${strategy.currency} and a.balance < ${strategy.amount})`,
  holds: text('客户余额低于设定金额', 'The customer’s balance is below the amount'),
  fails: text('客户余额不低于设定金额', 'The customer’s balance is not below the amount'),
  ends: { words: text('客户余额已恢复', 'The customer’s balance is back') },
};

const lifecycleIs = (lifecycle: string, holds: Text, fails: Text): Condition => ({
  sql: () => sql<boolean>`c.lifecycle = ${lifecycle}`,
  holds,
  fails,
});

/** What every strategy acts on, and how it is found and said. */
export const TRIGGERS: Readonly<Record<OperationTrigger, Trigger>> = {
  packageEnded: {
    facts: (_, window) => packageEnds(window),
    conditions: [noPackage],
    words: named('套餐 {said} 到期', 'Package {said} ended'),
    none: text('没有到期的套餐', 'No package has ended'),
  },
  noPackageDays: {
    facts: (_, window) => packageEnds(window),
    conditions: [noPackage],
    words: named('套餐 {said} 到期后一直无套餐', 'No package since {said} ended'),
    none: text('没有到期的套餐', 'No package has ended'),
  },
  packageOrdered: {
    facts: (_, window) => sql`
      select u.card_id, u.id::text as fact, u.created_at as at, to_jsonb(u.package_name) as said
      from orders.v_package_usage u where ${within(sql`u.created_at`, window)}`,
    conditions: [],
    words: named('订购套餐 {said}', 'Package {said} ordered'),
    none: text('没有订购过套餐', 'No package was ordered'),
  },
  balanceBelow: {
    facts: ({ amount, currency }, window, customerIds) => sql`
      select k.id as card_id, p.account_id || '-' || p.seq as fact, p.at, to_jsonb(p.balance::text || ' ' || a.currency) as said
      from ledger.v_posting p
        join ledger.v_account a on a.id = p.account_id and a.owner_kind = 'customer' and a.kind = 'balance'
        join cards.v_card k on k.customer_id = a.customer_id
      where p.customer_id = any(${customerIds}::bigint[]) and a.currency = ${currency}
        and p.balance < ${amount} and p.balance - p.amount >= ${amount} and ${within(sql`p.at`, window)}`,
    conditions: [balanceBelow],
    words: (said) => {
      const [minor = '0', currency = ''] = String(said ?? '').split(' ');
      const amount = currency === '' ? minor : `${moneyText(money(BigInt(minor), currency))} ${currency}`;
      return text(`客户余额降至 ${amount}`, `The customer’s balance fell to ${amount}`);
    },
    none: text('客户余额没有降到设定金额以下', 'The customer’s balance has not fallen below the amount'),
  },
  imeiChanged: {
    facts: (_, window) => sql`
      select k.id as card_id, to_char(k.imei_changed_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') as fact, k.imei_changed_at as at,
        to_jsonb(k.imei) as said
      from cards.v_card k where ${within(sql`k.imei_changed_at`, window)}`,
    conditions: [],
    words: named('IMEI 变更为 {said}', 'IMEI changed to {said}'),
    none: text('IMEI 没有变更过', 'The IMEI has not changed'),
  },
  silentDays: {
    facts: (_, window) => sql`
      select k.id as card_id, to_char(k.last_session_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') as fact, k.last_session_at as at,
        null::jsonb as said
      from cards.v_card k where ${within(sql`k.last_session_at`, window)}`,
    conditions: [
      lifecycleIs(
        'activated',
        text('卡已激活', 'The card is activated'),
        text('卡不是已激活', 'The card is not activated'),
      ),
    ],
    words: always('最近一次上网后一直沉默', 'Silent since its last session'),
    none: text('没有上网记录', 'No session is known'),
  },
  unactivatedDays: {
    facts: (_, window) => sql`
      select k.id as card_id, 'created' as fact, k.created_at as at, null::jsonb as said
      from cards.v_card k where k.lifecycle = 'unactivated' and ${within(sql`k.created_at`, window)}`,
    conditions: [
      lifecycleIs(
        'unactivated',
        text('卡未激活', 'The card is unactivated'),
        text('卡已经激活过', 'The card was activated'),
      ),
    ],
    words: always('入库后一直未激活', 'Unactivated since it was taken in'),
    none: text('卡已经激活过', 'The card was activated'),
  },
  carrierStatusChanged: {
    // What the carrier did of itself: an answer to a command of ours is no fact, so no strategy sets off another.
    facts: (_, window) => sql`
      select e.card_id, e.id::text as fact, e.at, e.to_value as said
      from cards.v_card_event e where e.source = 'carrier' and e.result = 'done' and ${within(sql`e.at`, window)}`,
    conditions: [],
    words: (said) => {
      const to =
        typeof said === 'object' && said !== null ? (said as Text) : text(String(said ?? ''), String(said ?? ''));
      return text(`运营商改为 ${to.zh}`, `The carrier changed it to ${to.en}`);
    },
    none: text('运营商没有自行变更过状态', 'The carrier has not changed the status by itself'),
  },
};
