import { exceptFlowPackage } from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { NOT_LIMITED } from '../../../parts/control/Staircase.tsx';
import { type Governed, limitOptions, type Offered, UNTIL } from './limitOptions.ts';

const words = {
  intro: text(
    '对该客户及其下级的卡生效；已有例外的客户会被替换。',
    'For the cards of the customer and those below it. An exception it has already is replaced.',
  ),
  limitHelp: text('不选为不限速', 'None chosen: not limited'),
  untilHelp: text('当天仍有效；不填为长期', 'Holds on that day too; empty: without end'),
  saved: text('例外已保存', 'Exception saved'),
};

/** Another limit, or none, for a customer. */
export default function ExceptionForm(props: { of: Governed; offered: Offered; onClose: () => void }) {
  const t = useText();
  const { of, offered } = props;
  return (
    <FormDrawer
      endpoint={exceptFlowPackage}
      title={`${t(exceptFlowPackage.summary)} · ${of.packageCode}`}
      intro={t(words.intro)}
      fields={[
        {
          name: 'customerId',
          kind: 'own',
          label: nouns.customer,
          isRequired: true,
          control: ({ id, value, onChange, problem }) => (
            <CustomerPicker id={id} value={value as string | undefined} onValue={onChange} problem={problem} />
          ),
        },
        {
          name: 'limitStrategyId',
          kind: 'select',
          label: nouns.strategy,
          placeholder: NOT_LIMITED,
          help: words.limitHelp,
          isRequired: false,
          options: limitOptions(offered),
        },
        { name: 'endsOn', kind: 'day', label: UNTIL, help: words.untilHelp, isRequired: false },
      ]}
      initial={{}}
      toBody={({ customerId, limitStrategyId = null, endsOn = null }) => ({
        id: of.id,
        customerId: customerId ?? '',
        limitStrategyId,
        endsOn,
      })}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
