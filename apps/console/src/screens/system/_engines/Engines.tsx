import { editEngine, listEngines, priceEngine, shelveEngine } from '@cardinal/contract/api/engines/engines.ts';
import { grantTrial } from '@cardinal/contract/api/engines/subscriptions.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { customerFilter } from '../../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { EngineForm, ListPriceForm } from './EngineForms.tsx';
import { ENGINE_LOOKS, type Engine, Steps } from './engineWords.tsx';
import { TrialForm } from './TrialForm.tsx';

const words = {
  search: text('引擎名称或编码', 'Name or code'),
  subscriber: text('使用客户', 'Subscriber'),
  expiring: text('7 天内有到期', 'Expires within 7 days'),
  bound: text('需要订阅', 'Requires subscription'),
  edit: verbs.edit,
  price: text('定价', 'Price'),
  trial: text('开通试用', 'Grant trial'),
  on: text('上架', 'Publish'),
  off: text('下架', 'Unpublish'),
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

type Opened = { what: 'edit' | 'price' | 'trial'; engine: Engine };

/** What of the platform is sold by itself. */
export function Engines() {
  const t = useText();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const shelving = useChange(shelveEngine);
  const { run: shelve } = shelving;
  const turn = async ({ id, version, name, state, subscribers }: Engine) => {
    const isOn = state === 'on';
    const isSure =
      !isOn ||
      (await confirmFirst({
        title: t(words.offQuestion, { name }),
        body: t(words.offNote, { n: subscribers }),
        confirm: t(words.off),
        isDanger: true,
      }));
    if (isSure) await shelve({ body: { id, version, state: isOn ? 'off' : 'on' } });
  };
  return (
    <>
      <ListScreen
        list={listEngines}
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
        rowActions={(engine) => [
          {
            key: 'edit',
            label: t(words.edit),
            call: editEngine,
            onPick: () => setOpened({ what: 'edit', engine }),
          },
          {
            key: 'price',
            label: t(words.price),
            call: priceEngine,
            onPick: () => setOpened({ what: 'price', engine }),
          },
          ...(engine.state === 'on'
            ? [
                {
                  key: 'trial',
                  label: t(words.trial),
                  call: grantTrial,
                  onPick: () => setOpened({ what: 'trial' as const, engine }),
                },
              ]
            : []),
          {
            key: 'shelf',
            label: t(engine.state === 'on' ? words.off : words.on),
            call: shelveEngine,
            isDanger: engine.state === 'on',
            onPick: () => void turn(engine),
          },
        ]}
      />
      {opened?.what === 'edit' ? <EngineForm engine={opened.engine} onClose={close} /> : null}
      {opened?.what === 'price' ? <ListPriceForm engine={opened.engine} onClose={close} /> : null}
      {opened?.what === 'trial' ? <TrialForm engineId={opened.engine.id} onClose={close} /> : null}
    </>
  );
}
