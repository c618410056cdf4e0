import { IDLE_MONTHS } from '@cardinal/contract/api/orders/batchActions.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { InputNumber, Select } from 'antd';
import { useId } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../kit/Field.tsx';
import type { FieldProblems } from '../../kit/formProblems.ts';
import { ReasonField } from './ReasonField.tsx';

const words = {
  idle: text('闲置月数', 'Idle for'),
  idleHelp: text(
    '未销户、仍归付款客户的卡，须连续这么久没有上网也没有入账。',
    'A card that is neither cancelled nor gone from its payer must have been offline and without credits for so long.',
  ),
  months: text('个月', 'months'),
};

/** Which balances are cleared, from when a card counts as idle, and why. */
export default function ClearingFields(props: {
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problems: FieldProblems;
}) {
  const t = useText();
  const [currencyId, idleId] = [useId(), useId()];
  const { value, change, problems } = props;
  const at = (name: string) => problems[`parameters.${name}`];
  return (
    <>
      <Field id={currencyId} label={t(nouns.currency)} isRequired problem={at('currency')}>
        <Select
          {...describedBy(currencyId, { problem: at('currency') })}
          placeholder={t(verbs.select)}
          value={value.currency}
          options={Currency.options.map((each) => ({ value: each.value, label: t(each.label) }))}
          onChange={(currency) => change({ ...value, currency })}
        />
      </Field>
      <Field id={idleId} label={t(words.idle)} isRequired help={t(words.idleHelp)} problem={at('idleMonths')}>
        <InputNumber
          {...describedBy(idleId, { help: true, problem: at('idleMonths') })}
          min={IDLE_MONTHS.least}
          max={IDLE_MONTHS.most}
          precision={0}
          addonAfter={t(words.months)}
          value={value.idleMonths ?? null}
          onChange={(idleMonths) => change({ ...value, idleMonths: idleMonths ?? undefined })}
        />
      </Field>
      <ReasonField value={value} change={change} problem={at('reason')} isRequired />
    </>
  );
}
