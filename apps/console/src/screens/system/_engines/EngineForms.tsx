import {
  editEngine,
  engineFields as LABELS,
  listEngines,
  priceEngine,
  readEngineImpact,
} from '@cardinal/contract/api/engines/engines.ts';
import { EngineAccess, EngineUnit } from '@cardinal/contract/enumerations/engine.ts';
import { nouns, units, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, FormFields, Values } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import type { Engine } from './engineWords.tsx';

const words = {
  trialHelp: text('0 至 90；一次试用最长的天数', '0 to 90; maximum length of a trial in days'),
  graceHelp: text('到期后仍可使用的天数', 'Days it keeps working after expiry'),
  unitHelp: text('有订阅在使用时不能修改', 'Cannot be changed while subscriptions are active'),
  access: text('使用要求', 'Use'),
  freeHelp: text('不检查订阅，只统计调用', 'Subscriptions are not checked; calls are only counted'),
  boundHelp: text(
    '未订阅的客户被拒绝；规则与数据保留',
    'Customers without a subscription are refused; rules and data are kept',
  ),
  touched: text('影响', 'What changes'),
  loses: text(
    '{n} 个客户将失去此功能，其中 {used} 个近 30 天用过；{subscribers} 个有订阅的客户不受影响。',
    '{n} {n|customer|customers} will lose it; {used} used it in the last 30 days. {subscribers} with a subscription keep it.',
  ),
  calls: text('近 30 天调用', 'Calls, last 30 days'),
  price: text('{name}的标准价', 'List price of {name}'),
  steps: text('折扣阶梯', 'Discount steps'),
  from: text('起算数量', 'From quantity'),
  folds: text('折扣', 'Folds'),
  foldUnit: text('折', 'folds'),
  foldsHelp: text(
    '1 至 9.99 折；数量逐级增加，价格逐级降低',
    '1 to 9.99 (9.5 means 95% of the price). Quantities must increase and prices decrease.',
  ),
  more: text('再加一级', 'Add tier'),
  note: text(
    '没有客户价的客户按标准价；目前尚不收费。',
    'Customers without their own price pay the list price. No charges apply yet.',
  ),
  saved: text('引擎已保存', 'Engine saved'),
};

/** Who would lose the capability, the largest user first. */
function Impact({ engineId }: { engineId: string }) {
  const t = useText();
  const { data, error, refetch } = useRead(readEngineImpact, { id: engineId }, { staleTime: 0 });
  if (!data) return <NotLoaded error={error} onRetry={refetch} outline="nothing" />;
  return (
    <Stack gap="s" ink="danger">
      <p>
        {t(words.loses, {
          n: countAmount(data.without),
          used: countAmount(data.usedWithout),
          subscribers: countAmount(data.subscribers),
        })}
      </p>
      {data.users.length > 0 ? (
        <LinesTable heads={[nouns.customer, words.calls]}>
          {data.users.map(({ id, name, calls }) => (
            <tr key={id}>
              <td>{name}</td>
              <td>{countAmount(calls)}</td>
            </tr>
          ))}
        </LinesTable>
      ) : null}
    </Stack>
  );
}

const { free, subscription } = EngineAccess.values;
const HELPS = { [free]: words.freeHelp, [subscription]: words.boundHelp };

const ACCESS: FormField = {
  name: 'access',
  kind: 'own',
  label: words.access,
  control: ({ id, value, onChange }) => <AccessChoice id={id} value={value} onChange={onChange} />,
};

function AccessChoice(props: { id: string; value: unknown; onChange: (value: unknown) => void }) {
  const t = useText();
  return (
    <Radio.Group
      id={props.id}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      options={EngineAccess.options.map(({ value, label }) => ({
        value,
        label: (
          <>
            {t(label)} <small>{t(HELPS[value])}</small>
          </>
        ),
      }))}
    />
  );
}

const valuesOf = ({ version, nameZh, nameEn, unit, trialDays, graceDays, access }: Engine): Values => ({
  ...{ version, nameZh, nameEn, unit, trialDays, graceDays, access },
});
const pricesOf = (engine: Engine): Values => ({
  version: engine.version,
  listPrice: typedAmount(engine.listPrice),
  ...Object.fromEntries(
    engine.steps.flatMap(({ from, folds }, at) => [
      [`steps.${at}.from`, String(from)],
      [`steps.${at}.folds`, folds],
    ]),
  ),
});
const anewOf = async (id: string, values: (engine: Engine) => Values) => {
  const now = await rowAgain(listEngines, (each) => each.id === id);
  return now && values(now);
};

export function EngineForm({ engine, onClose }: { engine: Engine; onClose: () => void }) {
  const t = useText();
  const { id, access } = engine;
  const willBind = (values: Values) => values['access'] === subscription && access === free;
  return (
    <FormDrawer
      endpoint={editEngine}
      title={t(verbs.editNamed, { name: engine.name })}
      fields={[
        { name: 'nameZh', kind: 'text', maxLength: 30 },
        { name: 'nameEn', kind: 'text', maxLength: 30 },
        { name: 'unit', kind: 'select', label: EngineUnit.title, options: EngineUnit.options, help: words.unitHelp },
        { name: 'trialDays', kind: 'integer', unit: units.days, help: words.trialHelp },
        { name: 'graceDays', kind: 'integer', unit: units.days, help: words.graceHelp },
        ACCESS,
        {
          name: 'impact',
          kind: 'own',
          label: words.touched,
          isRequired: false,
          isHidden: (values) => !willBind(values),
          control: () => <Impact engineId={id} />,
        },
      ]}
      labels={LABELS}
      initial={valuesOf(engine)}
      anew={() => anewOf(id, valuesOf)}
      toBody={(values) => ({
        ...values,
        id,
        trialDays: Number(values['trialDays']),
        graceDays: Number(values['graceDays']),
      })}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}

const stepFields = (at: number): FormFields => [
  {
    name: `steps.${at}.from`,
    kind: 'integer',
    label: words.from,
    isRequired: false,
    ...(at === 0 ? { section: words.steps } : {}),
  },
  {
    name: `steps.${at}.folds`,
    kind: 'decimal',
    label: words.folds,
    unit: words.foldUnit,
    isRequired: false,
    ...(at === 0 ? { help: words.foldsHelp } : {}),
  },
];
const isWritten = (value: unknown) => value !== undefined && value !== null && value !== '';

/** The list price, if there is no own price. Empty steps are ignored. */
export function ListPriceForm({ engine, onClose }: { engine: Engine; onClose: () => void }) {
  const t = useText();
  const [count, setCount] = useState(Math.max(1, engine.steps.length));
  const steps = Array.from({ length: count }, (_, at) => at);
  return (
    <FormDrawer
      endpoint={priceEngine}
      title={t(words.price, { name: engine.name })}
      intro={t(words.note)}
      fields={[
        { name: 'listPrice', kind: 'decimal', unit: units.cny, help: EngineUnit.labelOf(engine.unit) },
        ...steps.flatMap(stepFields),
        {
          name: 'more',
          kind: 'own',
          label: nouns.more,
          isRequired: false,
          control: ({ id }) => (
            <Button id={id} size="small" disabled={count >= 10} onClick={() => setCount(count + 1)}>
              {t(words.more)}
            </Button>
          ),
        },
      ]}
      labels={LABELS}
      initial={pricesOf(engine)}
      anew={() => anewOf(engine.id, pricesOf)}
      toBody={(values) => ({
        id: engine.id,
        version: values['version'],
        listPrice: minorOf(values['listPrice']) ?? '',
        steps: steps
          .filter((at) => isWritten(values[`steps.${at}.from`]) || isWritten(values[`steps.${at}.folds`]))
          .map((at) => ({
            from: Number(values[`steps.${at}.from`]),
            folds: String(values[`steps.${at}.folds`] ?? ''),
          })),
      })}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}
