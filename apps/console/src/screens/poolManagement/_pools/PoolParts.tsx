import { poolFields, poolLabels, type readCardPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { ContributionRule, PoolState } from '@cardinal/contract/enumerations/pool.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount, countAmount } from '@cardinal/ui/amounts.ts';
import { FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import type { ReactNode } from 'react';
import { type FactLine, FactsList } from '../../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { AsOf } from '../../../kit/Panel.tsx';
import { detailOfPool } from '../../../parts/pools/poolTexts.ts';
import { Link } from '../../../shell/Link.tsx';
import { forecastText, poolWords } from './poolWords.ts';

const { contributed, used, overage, remaining, quotaBytes, usedPercent, subPools, cycleEndsAt, usedAt } = poolFields;
const words = {
  contributedNow: contributed.label,
  usedNow: used.label,
  overage: overage.label,
  left: remaining.label,
  quotaLeft: text('配额剩余', 'Left of quota'),
  percent: usedPercent.label,
  forecast: poolWords.end,
  subs: subPools.label,
  quota: quotaBytes.label,
  cycleEnds: cycleEndsAt.label,
  usageOf: usedAt.label,
  cycles: poolWords.cycles,
  late: text('补报用量', 'Known later'),
  opening: text('开启中', 'Opening'),
  closed: text('已结束', 'Over'),
  log: text('操作日志', 'Operation log'),
};

type Whole = AnswerOf<typeof readCardPool>;
/** A pool, or a sub-pool of which the viewer reads nothing above. */
export type ShownPool = Omit<Whole, 'parent' | 'parentId' | 'depth'> & { readonly parent?: Whole['parent'] };

export function Cycles({ pool }: { pool: Pick<ShownPool, 'cycles'> }) {
  const t = useText();
  return (
    <LinesTable
      heads={[
        words.cycles,
        nouns.started,
        nouns.ended,
        nouns.state,
        figures(words.contributedNow),
        figures(nouns.used),
        figures(words.overage),
        figures(words.late),
      ]}
    >
      {pool.cycles.map((each) => (
        <tr key={each.cycle}>
          <td>{each.cycle}</td>
          <td>
            <TimeText at={each.startsAt} />
          </td>
          <td>
            <TimeText at={each.endsAt} />
          </td>
          <td>{t(!each.isOpen ? words.opening : each.isRunning ? nouns.stillOpen : words.closed)}</td>
          <FigureCell>
            <Volume bytes={each.contributed} />
          </FigureCell>
          <FigureCell>
            <Volume bytes={each.used} />
          </FigureCell>
          <FigureCell isBad={each.overage !== '0'}>
            <Volume bytes={each.overage} />
          </FigureCell>
          <FigureCell>
            <Volume bytes={each.late} />
          </FigureCell>
        </tr>
      ))}
    </LinesTable>
  );
}

export function Header({ pool, actions }: { pool: ShownPool; actions?: ReactNode }) {
  const t = useText();
  const volume = (key: string, label: string, bytes: string) => ({ key, label, ...byteAmount(bytes) });
  const isQuota = pool.quotaBytes !== null;
  return (
    <>
      <Inline>
        <h1>{pool.name}</h1>
        <Badge>{t(poolWords.virtual)}</Badge>
        {pool.state === 'closed' ? <Badge>{t(PoolState.labelOf(pool.state))}</Badge> : null}
        <AsOf at={pool.asOf} />
        {actions}
      </Inline>
      <Paragraph ink="secondary">
        {pool.poolCode} · {t(Platform.labelOf(pool.platform))} · {pool.packageName} · {t(poolWords.virtualHint)}
      </Paragraph>
      <FiguresStrip
        label={pool.name}
        figures={[
          { key: 'cards', label: t(nouns.cardCount), value: countAmount(pool.cards) },
          volume('contributed', t(words.contributedNow), pool.contributed),
          volume('used', t(words.usedNow), pool.used),
          pool.overage === '0'
            ? volume('remaining', t(isQuota ? words.quotaLeft : words.left), pool.remaining)
            : volume('overage', t(words.overage), pool.overage),
          {
            key: 'percent',
            label: t(words.percent),
            value: pool.usedPercent === null ? '—' : `${pool.usedPercent}%`,
          },
          { key: 'forecast', label: t(words.forecast), value: forecastText(t, pool) },
        ]}
      />
    </>
  );
}

export function PoolFacts({ pool, more = [] }: { pool: ShownPool; more?: readonly FactLine[] }) {
  const t = useText();
  return (
    <FactsList
      facts={[
        { label: nouns.customer, value: pool.customerName },
        {
          label: poolLabels.above,
          value: pool.parent ? <Link to={detailOfPool(pool.parent.poolCode)}>{pool.parent.name}</Link> : null,
        },
        { label: nouns.package, value: pool.packageName },
        { label: nouns.carrierAccount, value: pool.carrierAccountName },
        { label: ContributionRule.title, value: t(ContributionRule.labelOf(pool.contributionRule)) },
        { label: poolLabels.oversell, value: `${pool.oversellPercent}%` },
        { label: words.quota, value: pool.quotaBytes ? <Volume bytes={pool.quotaBytes} /> : null },
        ...more,
        { label: poolLabels.cycleDay, value: pool.cycleDay },
        { label: nouns.zone, value: pool.zone },
        { label: words.cycleEnds, value: <TimeText at={pool.cycleEndsAt} /> },
        { label: words.usageOf, value: pool.usedAt ? <TimeText at={pool.usedAt} /> : null },
        { label: nouns.createdAt, value: <TimeText at={pool.createdAt} /> },
        {
          label: words.log,
          value: <Link to={`/system/operationLog?objectKind=cardPool&objectId=${pool.id}`}>{t(nouns.history)}</Link>,
        },
      ]}
    />
  );
}
