import type { MembershipState, PoolState } from '@cardinal/contract/enumerations/pool.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount } from '@cardinal/ui/amounts.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { poolTexts } from '../../../parts/pools/poolTexts.ts';

export const poolWords = {
  virtual: text('虚拟池', 'Virtual pool'),
  virtualHint: text(
    '按本平台的在池记录和用量统计，不是运营商侧的流量池。',
    'Counted here from memberships and readings; it is no pool of the carrier.',
  ),
  addCards: poolTexts.addCards,
  removeCards: poolTexts.removeCards,
  transferCards: text('转入卡', 'Move cards in'),
  forecast: text('预计 {percent}%', 'Forecast {percent}%'),
  forecastRunsOut: text('预计 {percent}%，{day} 用尽', 'Forecast {percent}%, runs out on {day}'),
  usedUp: text('已用尽，预计 {percent}%', 'Used up; forecast {percent}%'),
  end: text('账期末', 'End of cycle'),
  cycles: text('周期', 'Cycles'),
  none: text('还没有卡池', 'No pools yet'),
  failed: text('卡池加载失败', 'Failed to load the pool'),
  tooEarly: text('数据不足', 'Too early to tell'),
};

export const POOL_LOOKS = {
  state: { enabled: { shape: 'disc', tone: 'good' }, closed: { shape: 'cross', tone: 'neutral' } },
} as const satisfies Record<'state', Record<PoolState, StatusLook>>;

export const MEMBER_LOOKS = {
  state: { in: { shape: 'disc', tone: 'good' }, left: { shape: 'ring', tone: 'neutral' } },
} as const satisfies Record<'state', Record<MembershipState, StatusLook>>;

export const volumeOf = (bytes: string): string => {
  const { value, unit } = byteAmount(bytes);
  return `${value} ${unit}`;
};

type Forecast = {
  readonly forecastPercent: number | null;
  readonly runsOutOn: string | null;
  readonly overage: string;
};

/** Where the cycle ends by a straight line, in words. */
export function forecastText(
  t: (words: typeof poolWords.forecast, facts?: Record<string, string>) => string,
  pool: Forecast,
) {
  if (pool.forecastPercent === null) return t(poolWords.tooEarly);
  const percent = String(pool.forecastPercent);
  if (pool.overage !== '0') return t(poolWords.usedUp, { percent });
  return pool.runsOutOn
    ? t(poolWords.forecastRunsOut, { percent, day: pool.runsOutOn.slice(5) })
    : t(poolWords.forecast, { percent });
}
