import { numberOptions } from '@cardinal/contract/api/esim/numbers.ts';
import { allocateChips, editChip, readChip } from '@cardinal/contract/api/esimOperations/chips.ts';
import { deleteFromChips, enableOnChips, writeChips } from '@cardinal/contract/api/esimOperations/operations.ts';
import type { Choice } from '@cardinal/contract/framework/fields.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { countryName } from '../../../kit/CountryName.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { type Asked, howMany } from './asked.ts';
import { chipPlanField } from './ChipPlan.tsx';
import { customerControl } from './NumberForms.tsx';
import { chipMovePlanField } from './StockPlan.tsx';
import { withLeft } from './withLeft.ts';

const words = {
  write: text('给 {n} 张eSIM卡写号', 'Write numbers on {n} eSIM {n|card|cards}'),
  writeNote: text(
    '从库存中选一个符合条件的空闲码号写入；不填条件时由写号策略决定。',
    'A free number matching the conditions is taken from stock. Without conditions, the numbering strategy decides.',
  ),
  free: text('{name}（空闲 {n}）', '{name} ({n} free)'),
  enables: text('写入后启用', 'Enable after writing'),
  enable: text('切换 {n} 张eSIM卡的码号', 'Switch the number of {n} eSIM {n|card|cards}'),
  enableNote: text(
    '启用芯片上已有的另一个码号，原码号在同一包内禁用；新码号没有网络时回退。',
    'Enables another number already on the chip and disables the current one in the same package. Rolls back if the new number has no network.',
  ),
  remove: text('从 {n} 张eSIM卡删除码号', 'Delete a number from {n} eSIM {n|card|cards}'),
  removeNote: text(
    '正在使用的、后备的和唯一可用的码号不会被删除。',
    'The active number, the fallback and the only usable number are never deleted.',
  ),
  allocate: text('划拨 {n} 张eSIM卡', 'Allocate {n} eSIM {n|card|cards}'),
  allocateNote: text(
    '只能划拨给直属下级，芯片上的码号一起划拨。',
    'To a direct child customer, including the numbers on the chips.',
  ),
  allocated: text('已划拨 {n} 张eSIM卡', '{n} eSIM {n|card|cards} allocated'),
  saved: text('备注已保存', 'Remark saved'),
};

/** The number, if known before the form opens. */
export type RequestedChange = { readonly profileType?: string; readonly country?: string };
type Props = {
  readonly eids: Asked;
  readonly wish?: RequestedChange | undefined;
  readonly onDone?: () => void;
  readonly onClose: () => void;
};

/** Chooses a number by kind and country among the existing ones; for writing with the number of free ones. */
function useWish(isFree = false): readonly FormField[] {
  const t = useText();
  const { data } = useRead(numberOptions);
  const choice = (value: string, name: Text, of: 'profileType' | 'country'): Choice => {
    if (!isFree) return { value, label: name };
    const lines = (data?.stock ?? []).filter((line) => line[of] === value);
    const free = countAmount(lines.reduce((sum, line) => sum + line.free, 0));
    const shown = t(words.free, { name, n: free });
    return { value, label: text(shown, shown) };
  };
  const types = (data?.profileTypes ?? []).map((value) => choice(value, text(value, value), 'profileType'));
  const countries = (data?.countries ?? []).map((value) =>
    choice(value, text(countryName(value, 'zh_CN'), countryName(value, 'en')), 'country'),
  );
  return [
    { name: 'profileType', kind: 'select', label: nouns.profileType, options: types, isSearchable: true },
    { name: 'country', kind: 'select', label: nouns.country, options: countries, isSearchable: true },
  ];
}

export function WriteChips({ eids, wish, onDone, onClose }: Props) {
  const t = useText();
  const wishFields = useWish(true);
  return (
    <FormDrawer
      endpoint={writeChips}
      title={t(words.write, { n: countAmount(howMany(eids)) })}
      intro={t(words.writeNote)}
      fields={[...wishFields, { name: 'enables', kind: 'flag', label: words.enables }, chipPlanField('download', eids)]}
      initial={{ eids, enables: true, ...wish }}
      submit={verbs.writeNumber}
      done={({ taskNo }) => t(sentences.taskStarted, { taskNo })}
      onDone={() => onDone?.()}
      onClose={onClose}
    />
  );
}

export function SwitchChips({ eids, wish, onDone, onClose }: Props) {
  const t = useText();
  const wishFields = useWish();
  return (
    <FormDrawer
      endpoint={enableOnChips}
      title={t(words.enable, { n: countAmount(howMany(eids)) })}
      intro={t(words.enableNote)}
      fields={[...wishFields, chipPlanField('enable', eids)]}
      initial={{ eids, ...wish }}
      submit={verbs.enable}
      done={({ taskNo }) => t(sentences.taskStarted, { taskNo })}
      onDone={() => onDone?.()}
      onClose={onClose}
    />
  );
}

export function DeleteFromChips({ eids, onDone, onClose }: Props) {
  const t = useText();
  const wish = useWish();
  return (
    <FormDrawer
      endpoint={deleteFromChips}
      title={t(words.remove, { n: countAmount(howMany(eids)) })}
      intro={t(words.removeNote)}
      fields={[...wish, chipPlanField('delete', eids)]}
      initial={{ eids }}
      submit={verbs.delete}
      isDanger
      done={({ taskNo }) => t(sentences.taskStarted, { taskNo })}
      onDone={() => onDone?.()}
      onClose={onClose}
    />
  );
}

export function AllocateChips({ eids, onDone, onClose }: Props) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={allocateChips}
      title={t(words.allocate, { n: countAmount(howMany(eids)) })}
      intro={t(words.allocateNote)}
      fields={[
        { name: 'customerId', kind: 'own', label: nouns.allocateTo, isRequired: true, control: customerControl },
        chipMovePlanField('allocate', eids),
      ]}
      initial={{ eids }}
      submit={verbs.allocate}
      done={({ moved, left }) => withLeft(t, t(words.allocated, { n: countAmount(moved) }), left)}
      onDone={() => onDone?.()}
      onClose={onClose}
    />
  );
}

export function EditChip(props: { eid: string; remark: string | null; version: number; onClose: () => void }) {
  const t = useText();
  const { eid } = props;
  return (
    <FormDrawer
      endpoint={editChip}
      title={t(verbs.editRemark)}
      fields={[{ name: 'remark', kind: 'remark', label: nouns.remark }]}
      initial={{ eid, remark: props.remark, version: props.version }}
      anew={async () => {
        const { remark, version } = await readAgain(readChip, { eid });
        return { eid, remark, version };
      }}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
