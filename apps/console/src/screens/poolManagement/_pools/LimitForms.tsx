import { poolFields, readSubPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { previewCap, previewQuota, requestQuota, setCap, setQuota } from '@cardinal/contract/api/pools/limits.ts';
import { listPoolCards } from '@cardinal/contract/api/pools/poolCards.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { Checkbox } from 'antd';
import { useDeferredValue } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { volumeOf } from './poolWords.ts';
import { ALLOW, bytesTyped, GIGABYTES, isVolume, QUOTA, typedBytes } from './quotaFields.ts';

const words = {
  effect: text('对卡的影响', 'Effect on cards'),
  saved: text('配额已设置', 'Quota set'),
  savedNext: text('配额自 {time} 起生效', 'The quota holds from {time} on'),
  now: text('立即生效', 'At once'),
  usedOnly: text('本期已用 {used}', '{used} used in this cycle'),
  next: text(
    '不大于已用的 {used}：自下个账期 {time} 起生效，本期仍按原配额',
    'No more than the {used} used: holds from the next cycle, {time}, on. Until then the quota of now holds',
  ),
  stops: text(
    '停机 {n} 张卡，下个账期或配额提高后恢复',
    'Stops {n} {n|card|cards} until the next cycle or a higher quota',
  ),
  runs: text(
    '恢复 {n} 张因配额停机的卡',
    '{n} {n|card that the quota stopped runs|cards that the quota stopped run} again',
  ),
  strategy: text(
    '达到时由按池的流控策略处理，配额不停机',
    'A flow strategy that goes by the pool decides; the quota stops no card',
  ),
  wanted: text('需要的配额', 'Quota you need'),
  asked: text('已通知上级', 'The customer above is told'),
  askHint: text('当前配额 {quota}，本期已用 {used}', 'Quota now: {quota}. Used in this cycle: {used}'),
  capHelp: text(
    '每张卡每个账期；不填则取消上限。达到后停机，下个账期恢复',
    'Each card in a cycle. Empty: none. At it a card is stopped until the next cycle',
  ),
  capSet: text('{n} 张卡的上限已设置', 'Cap of {n} {n|card|cards} set'),
  capStops: text(
    '{n} 张卡已用达到此上限，立即停机',
    '{n} {n|card has|cards have} used as much and {n|is|are} stopped at once',
  ),
  capRuns: text('恢复 {n} 张因上限停机的卡', '{n} {n|card|cards} that the cap stopped {n|runs|run} again'),
  capNone: text('没有卡立即停机或复机', 'No card is stopped or restarted at once'),
  notIn: text('{n} 张已不在该卡池，跳过', '{n} {n|is|are} not in the pool any more and skipped'),
};

type Pool = Pick<
  AnswerOf<typeof readSubPool>,
  'id' | 'poolCode' | 'name' | 'version' | 'quotaBytes' | 'used' | 'wanted'
>;
type Shown = { readonly value: unknown; readonly onChange: (value: unknown) => void };

/** What the quota that is typed does to cards, and whether it waits. */
function QuotaEffect(props: Shown & { poolId: string; quotaBytes: string | null }) {
  const t = useText();
  const quotaBytes = useDeferredValue(props.quotaBytes);
  const isAsked = quotaBytes === null || isVolume(quotaBytes);
  const { data } = useRead(
    previewQuota,
    isAsked && { id: props.poolId, ...(quotaBytes === null ? {} : { quotaBytes }) },
    { keepsPrevious: true },
  );
  if (!data) return <Paragraph ink="secondary">—</Paragraph>;
  const { willStop, willRun, isBelowUsed } = data;
  const isNow = !isBelowUsed || props.value === true;
  const facts = { used: volumeOf(data.used), time: wallTime(data.cycleEndsAt).slice(0, 10) };
  return (
    <>
      {isBelowUsed ? (
        <Checkbox checked={props.value === true} onChange={({ target }) => props.onChange(target.checked)}>
          {t(words.now)}
        </Checkbox>
      ) : null}
      <Paragraph ink={isNow && willStop > 0 ? 'danger' : 'secondary'}>
        {data.isDecidedByStrategy
          ? t(words.strategy)
          : !isNow
            ? t(words.next, facts)
            : willStop > 0
              ? t(words.stops, { n: countAmount(willStop) })
              : willRun > 0
                ? t(words.runs, { n: countAmount(willRun) })
                : t(words.usedOnly, facts)}
      </Paragraph>
    </>
  );
}

/** The quota of a sub-pool, set from above. */
export function SetQuota({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const t = useText();
  const { id, poolCode } = pool;
  const typed = (of: Pool) => ({
    version: of.version,
    quotaBytes: typedBytes(of.wanted?.quotaBytes ?? of.quotaBytes),
    allowOversell: false,
    isForced: false,
  });
  return (
    <FormDrawer
      endpoint={setQuota}
      title={`${t(setQuota.summary)} · ${pool.name}`}
      labels={poolFields}
      fields={[
        QUOTA,
        ALLOW,
        {
          name: 'isForced',
          kind: 'own',
          label: words.effect,
          isRequired: false,
          control: ({ value, onChange, values }) => (
            <QuotaEffect value={value} onChange={onChange} poolId={id} quotaBytes={bytesTyped(values['quotaBytes'])} />
          ),
        },
      ]}
      initial={typed(pool)}
      anew={async () => typed(await readAgain(readSubPool, { poolCode }))}
      toBody={({ quotaBytes, ...values }) => ({ id, ...values, quotaBytes: bytesTyped(quotaBytes) })}
      done={({ from }) => (from === null ? t(words.saved) : t(words.savedNext, { time: wallTime(from).slice(0, 10) }))}
      onClose={onClose}
    />
  );
}

/** The pool's customer asks whoever set the quota for more. */
export function AskQuota({ pool, onClose }: { pool: Pool; onClose: () => void }) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={requestQuota}
      title={t(requestQuota.summary)}
      intro={t(words.askHint, {
        quota: pool.quotaBytes === null ? '—' : volumeOf(pool.quotaBytes),
        used: volumeOf(pool.used),
      })}
      fields={[
        { name: 'quotaBytes', kind: 'decimal', label: words.wanted, unit: GIGABYTES },
        { name: 'why', kind: 'textarea', label: nouns.reason, maxLength: 255, isRequired: false },
      ]}
      initial={{ quotaBytes: typedBytes(pool.wanted?.quotaBytes ?? null), why: pool.wanted?.why ?? '' }}
      toBody={({ quotaBytes, why }) => ({ id: pool.id, quotaBytes: bytesTyped(quotaBytes) ?? '', why: why ?? '' })}
      done={t(words.asked)}
      onClose={onClose}
    />
  );
}

function CapEffect({ poolId, ids, capBytes }: { poolId: string; ids: readonly string[]; capBytes: string | null }) {
  const t = useText();
  const asked = useDeferredValue(capBytes);
  const { data } = useRead(
    previewCap,
    (asked === null || isVolume(asked)) && { poolId, ids: [...ids], capBytes: asked },
    { keepsPrevious: true },
  );
  if (!data) return <Paragraph ink="secondary">—</Paragraph>;
  const say = (of: typeof words.capStops, n: number) => (n > 0 ? [t(of, { n: countAmount(n) })] : []);
  const lines = [...say(words.capStops, data.willStop), ...say(words.capRuns, data.willRun)];
  return (
    <Paragraph ink={data.willStop > 0 ? 'danger' : 'secondary'}>
      {[...(lines.length > 0 ? lines : [t(words.capNone)]), ...say(words.notIn, data.notIn)].join(' · ')}
    </Paragraph>
  );
}

/** How much each of some cards may use of the pool in a cycle. */
export function CapCards(props: { poolId: string; ids: readonly string[]; onClose: () => void; onDone: () => void }) {
  const t = useText();
  const { poolId, ids } = props;
  return (
    <FormDrawer
      endpoint={setCap}
      title={`${t(setCap.summary)} · ${t(sentences.cards, { n: countAmount(ids.length) })}`}
      labels={listPoolCards.fields}
      fields={[
        { name: 'capBytes', kind: 'decimal', help: words.capHelp, unit: GIGABYTES, isRequired: false },
        {
          name: 'effect',
          kind: 'own',
          label: words.effect,
          isRequired: false,
          control: ({ values }) => <CapEffect poolId={poolId} ids={ids} capBytes={bytesTyped(values['capBytes'])} />,
        },
      ]}
      initial={{ capBytes: '' }}
      toBody={({ capBytes }) => ({ poolId, ids: [...ids], capBytes: bytesTyped(capBytes) })}
      done={({ cards }) => {
        props.onDone();
        return t(words.capSet, { n: countAmount(cards) });
      }}
      onClose={props.onClose}
    />
  );
}
