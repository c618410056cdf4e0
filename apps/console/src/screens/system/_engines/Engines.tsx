import { editEngine, listEngines, priceEngine, shelveEngine } from '@cardinal/contract/api/engines/engines.ts';
import { grantTrial } from '@cardinal/contract/api/engines/subscriptions.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { customerFilter } from '../../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { RegisterScreen } from '../../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../../kit/register/registerSpec.ts';
import { Nothing } from '../../../kit/table/cells.tsx';
import { EngineForm, ListPriceForm } from './EngineForms.tsx';
import { ENGINE_LOOKS, type Engine, Steps } from './engineWords.tsx';
import { TrialForm } from './TrialForm.tsx';

const words = {
  search: text('引擎名称或编码', 'Name or code'),
  subscriber: text('使用客户', 'Subscriber'),
  expiring: text('7 天内有到期', 'Expires within 7 days'),
  bound: text('需要订阅', 'Requires subscription'),
  price: text('定价', 'Price'),
  trial: text('开通试用', 'Grant trial'),
  offQuestion: text('下架 {name}？', 'Unpublish {name}?'),
  offNote: text(
    '不能再开通；正在使用的 {n} 个客户用到期满，规则与数据保留。',
    'No new subscriptions. {n} active {n|customer keeps|customers keep} it until expiry; rules and data are kept.',
  ),
};

const COLUMNS: readonly ColumnSpec<typeof listEngines>[] = [
  { field: 'name', pinned: 'left', width: 150 },
  { field: 'state', width: 104 },
  { field: 'access', width: 120 },
  { field: 'unit', width: 172 },
  { field: 'listPrice', width: 90 },
  { field: 'subscribers', width: 90 },
  { field: 'cards', width: 100 },
  { field: 'calls', width: 110 },
  {
    field: 'steps',
    width: 290,
    cell: (row) => (row.steps.length === 0 ? <Nothing /> : <Steps steps={row.steps} />),
  },
  { field: 'trialDays', width: 92 },
  { field: 'graceDays', width: 92 },
  { field: 'unlocks', width: 360, cell: (row) => <Unlocks unlocks={row.unlocks} /> },
  { field: 'code', width: 170, isOff: true },
  { field: 'updatedAt', width: 168, isOff: true },
];

const Unlocks = ({ unlocks }: { unlocks: readonly string[] }) => (
  <span title={unlocks.join('\n')}>{unlocks.join(' · ')}</span>
);

const EDIT: Step<Engine> = {
  key: 'edit',
  label: verbs.edit,
  call: editEngine,
  opens: (engine, close) => <EngineForm engine={engine} onClose={close} />,
};
const PRICE: Step<Engine> = {
  key: 'price',
  label: words.price,
  call: priceEngine,
  opens: (engine, close) => <ListPriceForm engine={engine} onClose={close} />,
};
const TRIAL: Step<Engine> = {
  key: 'trial',
  label: words.trial,
  call: grantTrial,
  isOffered: ({ state }) => state === 'on',
  opens: ({ id }, close) => <TrialForm engineId={id} onClose={close} />,
};
const SHELF: Step<Engine> = {
  key: 'shelf',
  label: ({ state }) => (state === 'on' ? verbs.unpublish : verbs.publish),
  isDanger: ({ state }) => state === 'on',
  runs: ({ id, version, name, state, subscribers }, t) =>
    state === 'on'
      ? runOf(
          shelveEngine,
          { id, version, state: 'off' },
          {
            ask: {
              title: t(words.offQuestion, { name }),
              body: t(words.offNote, { n: subscribers }),
              confirm: t(verbs.unpublish),
              isDanger: true,
            },
          },
        )
      : runOf(shelveEngine, { id, version, state: 'on' }),
};

const ENGINES = { noun: { zh: '引擎', en: 'engine', many: 'engines' }, list: listEngines } as const;

/** The capabilities of the platform that are sold separately. */
export function Engines() {
  return (
    <RegisterScreen
      register={ENGINES}
      columns={COLUMNS}
      looks={ENGINE_LOOKS}
      search={{ key: 'keyword', label: words.search }}
      filters={['unit', 'state', 'access', customerFilter('subscriber', words.subscriber)]}
      filterNames={{ expiring: words.expiring }}
      views={[
        { title: words.expiring, query: 'expiring=true' },
        { title: words.bound, query: 'access=subscription' },
      ]}
      rowName={({ name }) => name}
      steps={[EDIT, PRICE, TRIAL, SHELF]}
    />
  );
}
