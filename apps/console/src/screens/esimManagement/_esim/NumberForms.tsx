import { allocateNumbers, invalidateNumbers } from '@cardinal/contract/api/esim/numbers.ts';
import { bindNumber } from '@cardinal/contract/api/esimOperations/operations.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { type Asked, howMany } from './asked.ts';
import { numberPlanField } from './StockPlan.tsx';
import { withLeft } from './withLeft.ts';

const words = {
  bind: text('绑定码号 {iccid}', 'Bind number {iccid}'),
  eidHelp: text('必须是已入库的eSIM卡。', 'Must be an eSIM card in stock.'),
  code: text('确认码', 'Confirmation code'),
  codeHelp: text('设备下载时要输入；可不填。', 'The device asks for it during download. Optional.'),
  bound: text('已提交绑定，进度见eSIM卡的操作', 'Binding requested; follow it in the eSIM card’s operations'),
  allocate: text('划拨 {n} 个码号', 'Allocate {n} code {n|number|numbers}'),
  allocateNote: text(
    '只能划拨给直属下级；在芯片上的码号随芯片划拨。',
    'To a direct child customer. Numbers on a chip go with the chip.',
  ),
  allocated: text('已划拨 {n} 个码号', '{n} code {n|number|numbers} allocated'),
  invalidate: text('将 {n} 个码号置为失效', 'Set {n} code {n|number|numbers} invalid'),
  invalidateNote: text(
    '失效后不能恢复：不再计入库存，成本仍计入。',
    'This cannot be undone. Invalid numbers leave the stock; their cost is still counted.',
  ),
  invalidated: text('{n} 个码号已置为失效', '{n} code {n|number|numbers} set invalid'),
};

export const customerControl = (own: OwnControl) => (
  <CustomerPicker
    id={own.id}
    value={typeof own.value === 'string' ? own.value : undefined}
    problem={own.problem}
    onValue={own.onChange}
  />
);

export function BindNumber(props: { numberId: string; iccid: string; onClose: () => void }) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={bindNumber}
      title={t(words.bind, { iccid: props.iccid })}
      fields={[
        { name: 'eid', kind: 'text', label: nouns.eid, help: words.eidHelp, maxLength: 64 },
        { name: 'confirmationCode', kind: 'text', label: words.code, help: words.codeHelp, maxLength: 64 },
      ]}
      initial={{ numberId: props.numberId }}
      submit={verbs.bind}
      done={t(words.bound)}
      onClose={props.onClose}
    />
  );
}

type Many = { readonly ids: Asked; readonly onDone: () => void; readonly onClose: () => void };

export function AllocateNumbers({ ids, onDone, onClose }: Many) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={allocateNumbers}
      title={t(words.allocate, { n: countAmount(howMany(ids)) })}
      intro={t(words.allocateNote)}
      fields={[
        { name: 'customerId', kind: 'own', label: nouns.allocateTo, isRequired: true, control: customerControl },
        numberPlanField('allocate', ids),
      ]}
      initial={{ numberIds: ids }}
      submit={verbs.allocate}
      done={({ moved, left }) => withLeft(t, t(words.allocated, { n: countAmount(moved) }), left)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

export function InvalidateNumbers({ ids, onDone, onClose }: Many) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={invalidateNumbers}
      title={t(words.invalidate, { n: countAmount(howMany(ids)) })}
      intro={t(words.invalidateNote)}
      fields={[
        { name: 'reason', kind: 'text', label: nouns.reason, maxLength: 100 },
        numberPlanField('invalidate', ids),
      ]}
      initial={{ numberIds: ids }}
      submit={verbs.setInvalid}
      isDanger
      done={({ invalidated, left }) => withLeft(t, t(words.invalidated, { n: countAmount(invalidated) }), left)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
