import { grantTrial } from '@cardinal/contract/api/engines/subscriptions.ts';
import { EngineAccess } from '@cardinal/contract/enumerations/engine.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField } from '../../../kit/form/formFields.ts';
import { useEngines } from './engineWords.tsx';

const words = {
  free: text(
    '该引擎目前全部客户可用；试用开始计数，但不改变可用性。',
    'This engine is currently available to all customers. A trial starts counting but does not change availability.',
  ),
  days: text('试用天数', 'Trial days'),
  daysHelp: text('不超过引擎的试用天数', 'Up to the engine’s trial days'),
  limit: text('每月卡数上限', 'Card limit per month'),
  limitHelp: text(
    '留空为该客户及其下级的全部卡；有上限时，卡在首次使用时占用名额。',
    'Leave empty for all cards of the customer and its descendants. With a limit, a card takes a place when first used.',
  ),
  again: text('再次试用', 'Once more'),
  againHelp: text(
    '每个客户每个引擎只试用一次，除非勾选',
    'Each customer can try an engine once, unless this is checked',
  ),
  done: text('已开通试用至 {at}', 'Trial granted until {at}'),
};

export const customerField: FormField = {
  name: 'customerId',
  kind: 'own',
  label: nouns.customer,
  isRequired: true,
  control: ({ id, value, problem, onChange }) => (
    <CustomerPicker id={id} problem={problem} value={value as string | undefined} onValue={onChange} />
  ),
};

export function TrialForm(props: { engineId?: string; onClose: () => void }) {
  const t = useText();
  const engines = useEngines().filter(({ state }) => state === 'on');
  const picked = engines.find(({ id }) => id === props.engineId);
  return (
    <FormDrawer
      key={engines.length}
      endpoint={grantTrial}
      title={t(grantTrial.summary)}
      intro={
        picked?.access === EngineAccess.values.free ? <Paragraph ink="secondary">{t(words.free)}</Paragraph> : undefined
      }
      fields={[
        {
          name: 'engineId',
          kind: 'select',
          label: nouns.engine,
          options: engines.map(({ id, nameZh, nameEn }) => ({ value: id, label: text(nameZh, nameEn) })),
        },
        customerField,
        { name: 'days', kind: 'integer', label: words.days, unit: units.days, help: words.daysHelp },
        {
          name: 'cardLimit',
          kind: 'integer',
          label: words.limit,
          unit: units.cards,
          help: words.limitHelp,
          isRequired: false,
        },
        { name: 'again', kind: 'flag', label: words.again, help: words.againHelp },
      ]}
      initial={{ engineId: props.engineId, days: picked?.trialDays ?? '', again: false }}
      toBody={({ engineId, customerId, days, cardLimit, again }) => ({
        engineId,
        customerId,
        again,
        days: Number(days),
        cardLimit: cardLimit === undefined || cardLimit === '' ? null : Number(cardLimit),
      })}
      done={({ endsAt }) => t(words.done, { at: wallTime(endsAt) })}
      onClose={props.onClose}
    />
  );
}
