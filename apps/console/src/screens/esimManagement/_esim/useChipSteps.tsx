import { recoverChips } from '@cardinal/contract/api/esimOperations/chips.ts';
import { auditChips, disableOnChips } from '@cardinal/contract/api/esimOperations/operations.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { confirmFirst } from '../../../shell/questions.ts';
import { type Asked, howMany } from './asked.ts';
import { BindStrategy } from './BindStrategy.tsx';
import { AllocateChips, DeleteFromChips, type RequestedChange, SwitchChips, WriteChips } from './ChipForms.tsx';
import { ChipPlan } from './ChipPlan.tsx';
import { ChipMovePlan } from './StockPlan.tsx';
import { TagChips } from './TagChips.tsx';
import { withLeft } from './withLeft.ts';

const words = {
  disableTitle: text('禁用 {n} 张eSIM卡的码号', 'Disable the number of {n} eSIM {n|card|cards}'),
  disableBody: text(
    '当前码号被禁用后，设备将没有网络，直到启用另一个码号。',
    'The devices have no network until another number is enabled.',
  ),
  audited: text('已请求读取 {n} 张芯片', '{n} {n|chip|chips} asked for {n|its list|their lists}'),
  recoverTitle: text('回收 {n} 张eSIM卡', 'Recover {n} eSIM {n|card|cards}'),
  recoverBody: text('芯片和其上的码号回到本客户名下。', 'The chips and the numbers on them return to your customer.'),
  recovered: text('已回收 {n} 张eSIM卡', '{n} eSIM {n|card|cards} recovered'),
};

type Form = 'write' | 'enable' | 'remove' | 'allocate' | 'strategy' | 'tags';
type Open = {
  readonly form: Form;
  readonly eids: Asked;
  readonly done: (() => void) | undefined;
  readonly wish?: RequestedChange | undefined;
};

const FORMS = {
  write: WriteChips,
  enable: SwitchChips,
  remove: DeleteFromChips,
  allocate: AllocateChips,
  strategy: BindStrategy,
  tags: TagChips,
} as const;

/** The operations on one or many chips, each with its dialog; the screen renders `dialog`. */
export function useChipSteps() {
  const t = useText();
  const [open, setOpen] = useState<Open>();
  const disabling = useChange(disableOnChips, { done: ({ taskNo }) => t(sentences.taskStarted, { taskNo }) });
  const auditing = useChange(auditChips, { done: ({ asked }) => t(words.audited, { n: countAmount(asked) }) });
  const recovering = useChange(recoverChips, {
    done: ({ moved, left }) => withLeft(t, t(words.recovered, { n: countAmount(moved) }), left),
  });
  const form = (name: Form) => (eids: Asked, done?: () => void, wish?: RequestedChange) =>
    setOpen({ form: name, eids, done, wish });
  const n = (eids: Asked) => ({ n: countAmount(howMany(eids)) });

  const Shown = open && FORMS[open.form];
  const dialog: ReactNode =
    open && Shown ? (
      <Shown eids={open.eids} wish={open.wish} onDone={() => open.done?.()} onClose={() => setOpen(undefined)} />
    ) : null;
  return {
    dialog,
    write: form('write'),
    enable: form('enable'),
    remove: form('remove'),
    allocate: form('allocate'),
    strategy: form('strategy'),
    tags: form('tags'),
    audit: async (eids: Asked, done?: () => void) => {
      if (await auditing.run({ body: { eids } })) done?.();
    },
    disable: async (eids: Asked, done?: () => void) => {
      const isSure = await confirmFirst({
        title: t(words.disableTitle, n(eids)),
        body: (
          <>
            <p>{t(words.disableBody)}</p>
            <ChipPlan kind="disable" eids={eids} />
          </>
        ),
        confirm: t(verbs.disableNumber),
        isDanger: true,
      });
      if (isSure && (await disabling.run({ body: { eids } }))) done?.();
    },
    recover: async (eids: Asked, done?: () => void) => {
      const isSure = await confirmFirst({
        title: t(words.recoverTitle, n(eids)),
        body: (
          <>
            <p>{t(words.recoverBody)}</p>
            <ChipMovePlan kind="recover" eids={eids} />
          </>
        ),
        confirm: t(verbs.recover),
      });
      if (isSure && (await recovering.run({ body: { eids } }))) done?.();
    },
  };
}
