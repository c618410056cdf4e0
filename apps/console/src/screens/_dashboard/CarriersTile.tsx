import { BreakerState, CarrierAccountState } from '@cardinal/contract/api/carriers/carriers.ts';
import { readCarriersTile } from '@cardinal/contract/api/reports/dashboard.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { spokenDuration } from '@cardinal/ui/moments.ts';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { carriersLeftOut } from '../../kit/list/listedCarriers.ts';
import { Panel } from '../../kit/Panel.tsx';
import { CarrierName } from '../../kit/table/CarrierName.tsx';
import { useHiddenCarriers } from '../../shell/shownCarriers.ts';
import { ProofLink } from './ProofLink.tsx';
import { useTile } from './useTile.ts';

const words = {
  good: text('{n} 个通道运行正常', '{n} carrier {n|account|accounts} healthy'),
  bad: text('{n} 个通道异常', '{n} carrier {n|account needs|accounts need} attention'),
  each: text('逐个查看', 'Show each'),
  none: text('还没有接入的通道', 'No carrier account is connected yet'),
  others: text('{n} 个通道未接入', '{n} not connected'),
  success: text('成功率', 'Success'),
  p95: text('P95 耗时', 'p95'),
  queue: text('排队', 'Queue'),
  left: text('调用余量', 'Calls left'),
  leftHelp: text(
    '每日上限剩余的调用次数；无每日上限时为每秒上限',
    'Calls left of the daily limit, or the per-second limit if there is none',
  ),
  perSecond: text('{n} 次/秒', '{n}/s'),
  halted: text('等待恢复', 'held up'),
  sync: text('最近同步', 'Last sync'),
  ok: text('正常', 'In order'),
  slow: text('需关注', 'Watch'),
  day: text('近 24 小时', 'Last 24 hours'),
};

type Account = AnswerOf<typeof readCarriersTile>['accounts'][number];

/** The problems of an account, the most serious first. */
function stateOf(account: Account): StatusLook & { word: ReturnType<typeof text> } {
  const { paused, off } = CarrierAccountState.values;
  if (!account.isConnected) return { shape: 'ring', tone: 'neutral', word: nouns.notConnected };
  if (account.state === off) return { shape: 'cross', tone: 'neutral', word: CarrierAccountState.labelOf(off) };
  if (account.breaker === BreakerState.values.open) {
    return { shape: 'cross', tone: 'bad', word: BreakerState.labelOf(account.breaker) };
  }
  if (account.state === paused) return { shape: 'square', tone: 'warning', word: CarrierAccountState.labelOf(paused) };
  if (account.breaker === BreakerState.values.probing) {
    return { shape: 'half', tone: 'warning', word: BreakerState.labelOf(account.breaker) };
  }
  return account.tone === 'good'
    ? { shape: 'disc', tone: 'good', word: words.ok }
    : { shape: 'half', tone: 'warning', word: words.slow };
}

const isTroubled = (account: Account) => account.tone === 'bad' || account.tone === 'warning';
const RANK: readonly Account['tone'][] = ['bad', 'warning', 'good', 'plain'];

function Accounts(props: { accounts: readonly Account[]; hasHead: boolean }) {
  const t = useText();
  const language = useLanguage();
  const etaOf = ({ queueSeconds }: Account) => {
    if (queueSeconds === null) return t(words.halted);
    const time = spokenDuration(queueSeconds, language);
    return queueSeconds > 0 ? t(sentences.aboutTime, { time }) : time;
  };
  return (
    <table className="lines-table is-counts">
      {props.hasHead ? (
        <thead>
          <tr>
            <th scope="col">{t(nouns.carrierAccount)}</th>
            <th scope="col" className="is-word">
              {t(nouns.state)}
            </th>
            <th scope="col" title={t(words.day)}>
              {t(words.success)}
            </th>
            <th scope="col" title={t(words.day)}>
              {t(words.p95)}
            </th>
            <th scope="col">{t(words.queue)}</th>
            <th scope="col" title={t(words.leftHelp)}>
              {t(words.left)}
            </th>
            <th scope="col">{t(words.sync)}</th>
          </tr>
        </thead>
      ) : null}
      <tbody>
        {props.accounts.map((account) => {
          const { word, ...look } = stateOf(account);
          return (
            <tr key={account.id}>
              <th scope="row">
                <ProofLink link={account.link}>{account.name}</ProofLink>{' '}
                <Span as="small" ink="secondary" size="s">
                  <CarrierName platform={account.platform} />
                </Span>
              </th>
              <td className="is-word">
                <StatusTag {...look} word={t(word)} />
              </td>
              <td>{account.successPercent === null ? '—' : `${account.successPercent}%`}</td>
              <td>{account.p95Ms === null ? '—' : `${countAmount(Math.round(account.p95Ms))} ms`}</td>
              <td>
                {countAmount(account.queue)}
                {account.queue > 0 ? (
                  <Span as="small" ink="secondary" size="s">
                    {' '}
                    {etaOf(account)}
                  </Span>
                ) : null}
              </td>
              <td>
                {account.callsLeft === null
                  ? t(words.perSecond, { n: account.callsPerSecond })
                  : countAmount(account.callsLeft)}
              </td>
              <td>{account.lastSyncAt ? <TimeAgo at={account.lastSyncAt} /> : '—'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Every carrier connection: whether it answers, how fast, and its queue. Healthy and unconnected ones are folded. */
export function CarriersTile() {
  const t = useText();
  const tile = useTile(readCarriersTile);
  const leftOut = carriersLeftOut(useHiddenCarriers());
  const accounts = (tile.data?.accounts ?? []).filter(({ platform }) => !leftOut.has(platform));
  const connected = accounts
    .filter((account) => account.isConnected)
    .sort((a, b) => RANK.indexOf(a.tone) - RANK.indexOf(b.tone));
  const others = accounts.filter((account) => !account.isConnected);
  const troubled = connected.filter(isTroubled);
  const well = connected.filter((account) => !isTroubled(account));
  const title = !tile.data
    ? nouns.carrierHealth
    : troubled.length > 0
      ? words.bad
      : connected.length > 0
        ? words.good
        : words.none;
  return (
    <Panel
      title={t(title, { n: countAmount(troubled.length || connected.length) })}
      state={tile}
      asOf={tile.data?.asOf}
    >
      {tile.data && (
        <ScrollBox>
          {troubled.length > 0 ? <Accounts accounts={troubled} hasHead /> : null}
          {well.length > 0 ? (
            <Span as="details" size="m" ink="secondary">
              <summary>{t(troubled.length > 0 ? words.good : words.each, { n: countAmount(well.length) })}</summary>
              <Accounts accounts={well} hasHead={troubled.length === 0} />
            </Span>
          ) : null}
          {others.length > 0 ? (
            <Span as="details" size="m" ink="secondary">
              <summary>{t(words.others, { n: countAmount(others.length) })}</summary>
              <Accounts accounts={others} hasHead={false} />
            </Span>
          ) : null}
        </ScrollBox>
      )}
    </Panel>
  );
}
