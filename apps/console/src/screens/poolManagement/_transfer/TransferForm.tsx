import {
  type ChosenCards,
  previewTransfer,
  transferCards,
  transferLabels,
} from '@cardinal/contract/api/pools/myPool.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { useDeferredValue } from 'react';
import type { Picked } from '../../../kit/bulk/BulkBar.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { chosenFrom } from './chosenFrom.ts';
import type { MyPool } from './PoolPane.tsx';
import { TransferEffect } from './TransferEffect.tsx';

const words = {
  effect: text('转移的影响', 'What it does'),
  nextHelp: text('开启：下个账期起；关闭：立即转移', 'On: from the next cycle. Off: at once'),
  started: text('正在转移 {n} 张卡', 'Moving {n} {n|card|cards}'),
  scheduled: text('{n} 张卡将于 {time} 转移', '{n} {n|card moves|cards move} on {time}'),
  list: text('粘贴号码后显示', 'Shown once numbers are pasted'),
};

type Way = { readonly from: MyPool; readonly to: MyPool };

const cardsOf = (picked: Picked | undefined, numbers: unknown): ChosenCards | undefined => {
  if (picked) return chosenFrom(picked);
  const typed = Array.isArray(numbers) ? numbers.join('\n') : String(numbers ?? '').trim();
  return typed === '' ? undefined : { kind: 'list', text: typed };
};

function Effect(props: Way & { cards: ChosenCards | undefined; isFromNextCycle: boolean }) {
  const t = useText();
  const { from, to, isFromNextCycle } = props;
  const cards = useDeferredValue(props.cards);
  const { data } = useRead(
    previewTransfer,
    cards !== undefined && { fromPoolId: from.id, toPoolId: to.id, cards, isFromNextCycle },
    { keepsPrevious: true },
  );
  if (!data || !cards) return <Paragraph ink="secondary">{t(words.list)}</Paragraph>;
  return <TransferEffect preview={data} />;
}

/** From when, why, and what it does: the last look before cards move. */
export default function TransferForm(
  props: Way & {
    picked: Picked | undefined;
    isFromNextCycle: boolean;
    onDone: (() => void) | undefined;
    onClose: () => void;
  },
) {
  const t = useText();
  const { from, to, picked } = props;
  return (
    <FormDrawer
      endpoint={transferCards}
      title={`${from.poolCode} → ${to.poolCode}`}
      submit={transferCards.summary}
      fields={[
        ...(picked ? [] : [{ name: 'numbers', kind: 'list' as const, label: transferLabels.numbers, max: 1_000 }]),
        { name: 'isFromNextCycle', kind: 'flag', label: transferLabels.nextCycle, help: words.nextHelp },
        { name: 'remark', kind: 'remark', label: nouns.remark, isRequired: false },
        {
          name: 'effect',
          kind: 'own',
          label: words.effect,
          isRequired: false,
          control: ({ values }) => (
            <Effect
              from={from}
              to={to}
              cards={cardsOf(picked, values['numbers'])}
              isFromNextCycle={values['isFromNextCycle'] === true}
            />
          ),
        },
      ]}
      initial={{ numbers: '', isFromNextCycle: props.isFromNextCycle, remark: '' }}
      toBody={({ numbers, isFromNextCycle, remark }) => ({
        fromPoolId: from.id,
        toPoolId: to.id,
        cards: cardsOf(picked, numbers) ?? { kind: 'list', text: '' },
        isFromNextCycle: isFromNextCycle === true,
        remark: String(remark ?? ''),
      })}
      done={({ total, effectiveAt }) => {
        props.onDone?.();
        const n = countAmount(total);
        return effectiveAt === null
          ? t(words.started, { n })
          : t(words.scheduled, { n, time: wallTime(effectiveAt).slice(0, 10) });
      }}
      onClose={props.onClose}
    />
  );
}
