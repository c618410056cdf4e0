import {
  createStrategy,
  editStrategy,
  readStrategy,
  strategyOptions,
} from '@cardinal/contract/api/esimOperations/strategies.ts';
import type { Choice } from '@cardinal/contract/framework/fields.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { NEW_RULE, RulesEditor } from './RulesEditor.tsx';

const words = {
  edit: text('编辑「{name}」', 'Edit “{name}”'),
  scope: text('范围', 'Scope'),
  customersHelp: text('含其全部下级；不选则不限。', 'Includes all their descendants. Empty means no restriction.'),
  products: text('产品', 'Products'),
  tags: text('码号标签', 'Number tags'),
  perDay: text('每天最多切换', 'Maximum switches per day'),
  times: text('次', 'times'),
  stay: text('最短停留', 'Minimum stay'),
  stayHelp: text(
    '边境反复时不来回切换；无网络和码号故障不受此限。',
    'Prevents repeated switching at a border. Lost networks and number failures are exempt.',
  ),
  packages: text(
    '套餐随码号：切换后用新码号自己的套餐。策略不会购买码号。',
    'Packages belong to the number: after a switch the new number’s package applies. Strategies never buy numbers.',
  ),
  saved: text('写号策略已保存', 'Numbering strategy saved'),
};

const NEW = {
  name: '',
  customerIds: [],
  productCodes: [],
  tagIds: [],
  rules: [NEW_RULE],
  switchesPerDay: 2,
  minimumStayHours: 6,
};

export default function StrategyForm({ id, onClose }: { id?: string; onClose: () => void }) {
  return id === undefined ? <Form onClose={onClose} /> : <Edit id={id} onClose={onClose} />;
}

function Edit({ id, onClose }: { id: string; onClose: () => void }) {
  const strategy = useReadAnew(readStrategy, { strategyId: id });
  return strategy ? <Form strategy={strategy} onClose={onClose} /> : null;
}

function Form(props: { strategy?: { id: string; name: string; state: string; version: number }; onClose: () => void }) {
  const t = useText();
  const { strategy } = props;
  const { data: options } = useRead(strategyOptions, {}, { isSilent: false });
  if (!options) return null;
  const plain = (value: string, label = value): Choice => ({ value, label: text(label, label) });
  const fields: FormFields = [
    { name: 'name', kind: 'text', label: nouns.name, maxLength: 30 },
    {
      name: 'customerIds',
      kind: 'own',
      section: words.scope,
      label: nouns.customers,
      help: words.customersHelp,
      isRequired: false,
      control: ({ id, value, onChange, problem }) => (
        <CustomerPicker id={id} isMany value={(value ?? []) as string[]} problem={problem} onValue={onChange} />
      ),
    },
    {
      name: 'productCodes',
      kind: 'multiple',
      label: words.products,
      isSearchable: true,
      options: options.productCodes.map((code) => plain(code)),
    },
    {
      name: 'tagIds',
      kind: 'multiple',
      label: words.tags,
      isSearchable: true,
      options: options.tags.map((tag) => plain(tag.id, tag.name)),
    },
    {
      name: 'rules',
      kind: 'own',
      label: nouns.rules,
      isRequired: true,
      control: (own) => <RulesEditor own={own} options={options} />,
    },
    { name: 'switchesPerDay', kind: 'integer', section: nouns.limits, label: words.perDay, unit: words.times },
    { name: 'minimumStayHours', kind: 'integer', label: words.stay, unit: units.hours, help: words.stayHelp },
  ];
  const shared = { fields, width: 640, done: t(words.saved), onClose: props.onClose };
  const intro = <Paragraph ink="secondary">{t(words.packages)}</Paragraph>;
  if (!strategy) {
    return (
      <FormDrawer endpoint={createStrategy} title={t(createStrategy.summary)} intro={intro} initial={NEW} {...shared} />
    );
  }
  const valuesOf = ({ state: _, ...values }: typeof strategy) => values;
  return (
    <FormDrawer
      endpoint={editStrategy}
      title={t(words.edit, { name: strategy.name })}
      intro={intro}
      initial={valuesOf(strategy)}
      anew={async () => valuesOf(await readAgain(readStrategy, { strategyId: strategy.id }))}
      {...shared}
    />
  );
}
