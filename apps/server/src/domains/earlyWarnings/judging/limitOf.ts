import { METRICS } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { CNY, parseMoney } from '@cardinal/primitives/money.ts';
import type { RuleRow } from '../warningTables.ts';
import type { Figure } from './metrics.ts';
import type { Terms } from './stepRules.ts';

const MINUTE_MS = 60_000;

/** The limit in the units of a figure; decimals that its currency has not are left out. */
export function limitOf(rule: Pick<RuleRow, 'metric' | 'limit_text'>, currency: string | null): bigint {
  const whole = rule.limit_text.split('.')[0] ?? '0';
  if (METRICS[rule.metric].unit !== 'money') return BigInt(whole);
  const of = currency ?? CNY;
  return (parseMoney(rule.limit_text, of) ?? parseMoney(whole, of))?.minor ?? 0n;
}

export const termsOf = (
  rule: Pick<RuleRow, 'metric' | 'limit_text' | 'hold_minutes'>,
  { currency }: Pick<Figure, 'currency'>,
): Terms => ({
  side: METRICS[rule.metric].side,
  limit: limitOf(rule, currency),
  holdMs: rule.hold_minutes * MINUTE_MS,
});

export const windowOf = ({ metric, window_minutes }: Pick<RuleRow, 'metric' | 'window_minutes'>): number =>
  window_minutes ?? METRICS[metric].window?.usual ?? 0;
