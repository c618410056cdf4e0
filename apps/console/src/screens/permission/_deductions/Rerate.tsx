import { rerateDeductions } from '@cardinal/contract/api/deductions/records.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount, countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';

const words = {
  title: text('重新计费：{name}', 'Re-rate: {name}'),
  intro: text(
    '按现有用量重算这些天，与已扣的比较；只有差额在下一分钟入账，没有差额则什么也不变。',
    'Compares these days as they stand now with what was charged. Only the difference is posted within a minute; without one nothing changes.',
  ),
  same: text('与已扣一致，没有差额', 'It agrees with what was charged'),
  found: text('{n} 张卡有差额，计费流量 {bytes}', '{n} {n|card differs|cards differ}, {bytes} to charge'),
};

type Props = {
  readonly of: { readonly tariffId: string; readonly customerName: string; readonly fromAt: string };
  readonly onClose: () => void;
};

/** Rates days of a tariff again. */
export default function Rerate({ of, onClose }: Props) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={rerateDeductions}
      title={t(words.title, { name: of.customerName })}
      submit={rerateDeductions.summary}
      intro={t(words.intro)}
      fields={[
        { name: 'from', kind: 'day', label: nouns.started },
        { name: 'to', kind: 'day', label: nouns.ended },
      ]}
      initial={{ from: of.fromAt.slice(0, 10), to: of.fromAt.slice(0, 10) }}
      toBody={(values) => ({ tariffId: of.tariffId, ...values })}
      done={({ cards, chargedBytes }) => {
        const { value, unit } = byteAmount(chargedBytes);
        return cards === 0 ? t(words.same) : t(words.found, { n: countAmount(cards), bytes: `${value} ${unit}` });
      }}
      onClose={onClose}
    />
  );
}
