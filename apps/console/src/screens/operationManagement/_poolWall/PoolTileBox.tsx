import type { PoolTile } from '@cardinal/contract/api/poolMonitor/poolWall.ts';
import { poolFields } from '@cardinal/contract/api/pools/cardPools.ts';
import { PoolRisk } from '@cardinal/contract/enumerations/pool.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { detailOfFlowPool, detailOfPool } from '../../../parts/pools/poolTexts.ts';
import { Link } from '../../../shell/Link.tsx';

const words = {
  lastDay: text('24 小时用量', 'Used in 24 hours'),
  mean: text('日均', 'mean'),
  atThisPace: text('照近 24 小时', 'At the last day’s pace'),
  cause: text('今日用量的 {percent}% 来自', '{percent}% of today’s usage by'),
  readAt: text('最近读数', 'Last read'),
  days: text('近 8 天每日用量', 'Use by day, last 8 days'),
  never: text('尚无读数', 'Never read'),
};

export const RISK_LOOKS: Readonly<Record<PoolRisk, StatusLook>> = {
  exhausted: { shape: 'square', tone: 'bad' },
  soon: { shape: 'half', tone: 'bad' },
  early: { shape: 'half', tone: 'warning' },
  stale: { shape: 'ring', tone: 'neutral' },
  tooEarly: { shape: 'ring', tone: 'neutral' },
  lasts: { shape: 'disc', tone: 'good' },
};

const [WIDTH, HEIGHT, GAP] = [240, 32, 4];

/** A bar a day, today last and lighter, since it is not over. */
function DayBars({ days }: Pick<PoolTile, 'days'>) {
  const t = useText();
  const most = days.reduce((max, { used }) => (BigInt(used) > max ? BigInt(used) : max), 1n);
  const step = WIDTH / days.length;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" height={HEIGHT} preserveAspectRatio="none" role="img">
      <title>{`${t(words.days)}: ${days.map(({ used }) => volumeOf(used)).join(' · ')}`}</title>
      {days.map(({ day, used }, at) => {
        const height = Math.max(1, Number((BigInt(used) * BigInt(HEIGHT)) / most));
        return (
          <rect
            key={day}
            x={at * step}
            y={HEIGHT - height}
            width={step - GAP}
            height={height}
            fill="var(--primary)"
            opacity={at === days.length - 1 ? 0.5 : 1}
          />
        );
      })}
    </svg>
  );
}

const volumeOf = (bytes: string): string => {
  const { value, unit } = byteAmount(bytes);
  return `${value} ${unit}`;
};

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Inline justify="between">
      <Span ink="secondary" size="s">
        {label}
      </Span>
      <span>{children}</span>
    </Inline>
  );
}

/** One pool: how it stands, how long it lasts, and which card is behind it. */
export function PoolTileBox({ pool }: { pool: PoolTile }) {
  const t = useText();
  const { kind, poolCode, risk, cause, readAt } = pool;
  const isSooner = pool.runsOutNowOn !== null && (pool.runsOutOn === null || pool.runsOutNowOn < pool.runsOutOn);
  return (
    <Box as="article">
      <Stack gap="s">
        <Inline isOneLine>
          <Link to={kind === 'card' ? detailOfPool(poolCode) : detailOfFlowPool(pool)}>{pool.name}</Link>
          <Spacer />
          <StatusTag {...RISK_LOOKS[risk]} word={t(PoolRisk.labelOf(risk))} />
        </Inline>
        <Span ink="secondary" size="s" isCut isBlock>
          {[pool.customerName, pool.carrierAccountName, poolCode].filter(Boolean).join(' · ')}
        </Span>
        <Inline justify="between">
          <span>
            {t(poolFields.remaining.label)} <Volume bytes={pool.remaining} />
          </span>
          <Span ink="secondary">
            <Volume bytes={pool.used} /> / <Volume bytes={pool.total} />
          </Span>
        </Inline>
        <VolumeBar used={pool.used} total={pool.total} />
        <DayBars days={pool.days} />
        <Fact label={t(words.lastDay)}>
          <Volume bytes={pool.lastDay} />
          {pool.mean === null ? null : (
            <Span ink="secondary" size="s">
              {' '}
              · {t(words.mean)} {volumeOf(pool.mean)}
            </Span>
          )}
        </Fact>
        {pool.runsOutOn ? <Fact label={t(poolFields.runsOutOn.label)}>{pool.runsOutOn}</Fact> : null}
        {isSooner ? <Fact label={t(words.atThisPace)}>{pool.runsOutNowOn}</Fact> : null}
        {cause ? (
          <Stack gap="none">
            <Span ink="secondary" size="s">
              {t(words.cause, { percent: String(cause.percent) })}
            </Span>
            <CardNumber iccid={cause.iccid} />
          </Stack>
        ) : null}
        <Fact label={t(words.readAt)}>{readAt ? <TimeText at={readAt} /> : t(words.never)}</Fact>
      </Stack>
    </Box>
  );
}
