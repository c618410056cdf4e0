import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { OperationTrigger } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { filled, type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import type { StrategyRow } from '../strategyTables.ts';

const WHEN: Readonly<Record<OperationTrigger, Text>> = {
  packageEnded: text('套餐到期且无后续套餐', 'once their package has ended with nothing behind it'),
  noPackageDays: text('连续 {days} 天无套餐', 'after {days} days without a package'),
  packageOrdered: text('订购了套餐', 'when a package is ordered'),
  balanceBelow: text('客户余额低于 {amount}', 'once their customer’s balance is below {amount}'),
  imeiChanged: text('IMEI 变更', 'when the IMEI changes'),
  silentDays: text('沉默满 {days} 天', 'after {days} days without a session'),
  unactivatedDays: text('入库 {days} 天未激活', 'unactivated for {days} days'),
  carrierStatusChanged: text('运营商自行变更状态', 'when the carrier changes the status by itself'),
};
const GRACE = text('，{hours} 小时后仍未变', ', still so {hours} h later');
const QUIET = text('（{hours} 不动作）', ' (not between {hours})');
const CARDS = text('{scope}的卡，', 'Cards of {scope}, ');
const STOP = text('停机（{reason}）', 'stop ({reason})');
const RESTARTS = text('，条件消除后复机', ', restart when it is over');
const REMIND = text('提醒', 'remind');

export type Named = ReadonlyMap<string, string>;
/** Names of what strategies are limited by; what is not named is shown by its id. */
export type ScopeNames = {
  readonly customers: Named;
  readonly accounts: Named;
  readonly products: Named;
  readonly packages: Named;
  readonly tags: Named;
};

const PARTS = [
  ['customer_ids', 'customers', text('客户 {names} 及下级', '{names} and below')],
  ['account_ids', 'accounts', text('通道 {names}', 'carrier account {names}')],
  ['product_codes', 'products', text('产品 {names}', 'product {names}')],
  ['package_ids', 'packages', text('套餐 {names}', 'package {names}')],
  ['tag_ids', 'tags', text('标签 {names}', 'tag {names}')],
] as const;

type Sentenced = Pick<
  StrategyRow,
  | (typeof PARTS)[number][0]
  | 'trigger'
  | 'days'
  | 'amount'
  | 'currency'
  | 'grace_hours'
  | 'quiet_hours'
  | 'action'
  | 'reason'
  | 'restarts'
>;

/** «Cards of …, when … → stop (arrears)». */
export function sentenceOf(strategy: Sentenced, names: ScopeNames, language: Language): string {
  const { trigger, days, amount, currency, grace_hours, quiet_hours, action, reason, restarts } = strategy;
  const scope = PARTS.flatMap(([column, of, words]) => {
    const ids = strategy[column];
    const named = ids.map((id) => names[of].get(id) ?? id).join(language === 'en' ? ', ' : '、');
    return ids.length === 0 ? [] : say(words, language, { names: named });
  }).join(language === 'en' ? ', ' : '、');
  const facts = {
    days: days ?? 0,
    amount: amount === null ? '' : `${moneyText(money(BigInt(amount), currency))} ${currency}`,
  };
  const when = [filled(WHEN[trigger], facts)];
  if (grace_hours > 0) when.push(filled(GRACE, { hours: grace_hours }));
  if (quiet_hours !== '') when.push(filled(QUIET, { hours: quiet_hours }));
  const isStop = action === ControlAction.values.STOP;
  const does = isStop
    ? [filled(STOP, { reason: StopReason.labelOf(reason as StopReason) }), ...(restarts ? [RESTARTS] : [])]
    : [REMIND];
  const told = (texts: readonly Text[]) => texts.map((each) => say(each, language)).join('');
  return `${say(CARDS, language, { scope })}${told(when)} → ${told(does)}`;
}
