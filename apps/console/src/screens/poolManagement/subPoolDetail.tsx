import { listCardPools, poolFields, readSubPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { requestQuota, setQuota } from '@cardinal/contract/api/pools/limits.ts';
import { PoolStop } from '@cardinal/contract/enumerations/pool.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money, Volume } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { PoolBody } from './_pools/PoolBody.tsx';
import { PoolScreen } from './_pools/PoolScreen.tsx';
import { volumeOf } from './_pools/poolWords.ts';

const SetQuota = lazy(() => import('./_pools/LimitForms.tsx').then((module) => ({ default: module.SetQuota })));
const AskQuota = lazy(() => import('./_pools/LimitForms.tsx').then((module) => ({ default: module.AskQuota })));

const words = {
  stoppedByQuota: text('{n} 张因配额停机', '{n} stopped by the quota'),
  stoppedByCap: text('{n} 张因单卡上限停机', '{n} stopped at their cap'),
  next: text('下个账期起配额 {quota}', 'Quota from the next cycle on: {quota}'),
  wanted: text('已申请配额 {quota}：{why}', 'Asks for a quota of {quota}: {why}'),
  strategy: text(
    '配额用尽时由按池的流控策略处理',
    'Once the quota is used up, a flow strategy that goes by the pool decides',
  ),
  price: text('套餐单价', 'Price of the package'),
  firings: text('配额用尽', 'Quota used up'),
  fired: text('用尽时间', 'Used up at'),
  lifted: text('恢复时间', 'Let go at'),
  noFirings: text('配额没有用尽过', 'The quota was never used up'),
};

type Pool = AnswerOf<typeof readSubPool>;

/** What waits, holds or is asked for beside the figures. */
function Standing({ pool }: { pool: Pool }) {
  const t = useText();
  const { quota, cap } = pool.stopped;
  const lines = [
    ...(quota > 0 ? [t(words.stoppedByQuota, { n: countAmount(quota) })] : []),
    ...(cap > 0 ? [t(words.stoppedByCap, { n: countAmount(cap) })] : []),
    ...(pool.nextQuotaBytes === null ? [] : [t(words.next, { quota: volumeOf(pool.nextQuotaBytes) })]),
    ...(pool.wanted === null
      ? []
      : [t(words.wanted, { quota: volumeOf(pool.wanted.quotaBytes), why: pool.wanted.why || '—' })]),
    ...(pool.isDecidedByStrategy ? [t(words.strategy)] : []),
  ];
  return lines.length === 0 ? null : <Paragraph ink="secondary">{lines.join(' · ')}</Paragraph>;
}

function Firings({ pool }: { pool: Pool }) {
  const t = useText();
  if (pool.firings.length === 0) return <EmptyState title={t(words.noFirings)} />;
  return (
    <LinesTable heads={[words.fired, poolFields.cycle.label, figures(poolFields.quotaBytes.label), words.lifted]}>
      {pool.firings.map((each) => (
        <tr key={each.id}>
          <td>
            <TimeText at={each.firedAt} />
          </td>
          <td>{each.cycle}</td>
          <FigureCell>
            <Volume bytes={each.quotaBytes} />
          </FigureCell>
          <td>{each.liftedAt === null ? t(PoolStop.title) : <TimeText at={each.liftedAt} />}</td>
        </tr>
      ))}
    </LinesTable>
  );
}

function Opened({ pool }: { pool: Pool }) {
  const t = useText();
  const [doing, setDoing] = useState<'set' | 'ask'>();
  const end = () => setDoing(undefined);
  const isOpen = pool.state === 'enabled';
  const actions = !isOpen ? null : pool.isFromAbove ? (
    <CallButton call={setQuota} onClick={() => setDoing('set')}>
      {t(setQuota.summary)}
    </CallButton>
  ) : pool.quotaBytes === null ? null : (
    <CallButton call={requestQuota} onClick={() => setDoing('ask')}>
      {t(requestQuota.summary)}
    </CallButton>
  );
  return (
    <>
      <PoolBody
        pool={pool}
        actions={actions}
        standing={<Standing pool={pool} />}
        limit={pool.quotaBytes}
        tabs={[
          {
            key: 'firings',
            title: t(words.firings),
            count: pool.firings.length,
            content: () => <Firings pool={pool} />,
          },
        ]}
        facts={[
          {
            label: words.price,
            value: pool.price && <Money minor={pool.price.amount} currency={pool.price.currency} showCurrency />,
          },
        ]}
      />
      <Suspense fallback={null}>
        {doing === 'set' ? <SetQuota pool={pool} onClose={end} /> : null}
        {doing === 'ask' ? <AskQuota pool={pool} onClose={end} /> : null}
      </Suspense>
    </>
  );
}

/** A customer's part of a pool: its quota, what of it is used, its cards; nothing of the pool above. */
export default function SubPoolDetail() {
  return (
    <PoolScreen read={readSubPool} list={listCardPools.summary}>
      {(pool) => <Opened key={pool.id} pool={pool} />}
    </PoolScreen>
  );
}
