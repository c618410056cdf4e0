import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input } from 'antd';
import { useId, useState } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../kit/Field.tsx';
import { minorOf, typedAmount } from '../../kit/form/amountText.ts';

const words = {
  cardPrice: text('卡价（每张）', 'Price a card'),
  cardPriceHelp: text(
    '由目标客户支付，不低于底价；成功一张扣一张，不填则不收费。',
    'Paid by the target, at least the minimum of the product, for each card that moves. Empty: nothing is charged.',
  ),
};

/** What is typed stands in the field; what is asked is its minor units. */
export function PriceField(props: {
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problem?: string | undefined;
}) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState(typedAmount(props.value.cardPrice) ?? '');
  return (
    <Field id={id} label={t(words.cardPrice)} help={t(words.cardPriceHelp)} problem={props.problem}>
      <Input
        {...describedBy(id, { help: true, problem: props.problem })}
        inputMode="decimal"
        maxLength={13}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          props.change({ ...props.value, cardPrice: minorOf(target.value.trim()) as string | undefined });
        }}
      />
    </Field>
  );
}
