import {
  CarrierCheck,
  CheckedTerm,
  checkSystemPackages,
  WhyNotCheckable,
} from '@cardinal/contract/api/packages/carrierChecks.ts';
import type { systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { lazy } from 'react';
import type { BulkAction } from '../../../kit/bulk/BulkBar.tsx';
import { useChange } from '../../../kit/change.ts';
import type { Step } from '../../../kit/register/registerSpec.ts';
import { Nothing } from '../../../kit/table/cells.tsx';
import { toast } from '../../../shell/toasts.ts';

const CheckSheet = lazy(() => import('./CheckSheet.tsx'));

export const CHECK_WORDS = {
  check: text('运营商核对', 'Check with the carrier'),
  now: text('立即核对', 'Check now'),
  done: text('已核对 {n} 个套餐，{odd} 个需处理', '{n} {n|package|packages} checked, {odd} to look at'),
};

export type CheckedRow = RowOf<typeof systemPackages.list>;
type Verdict = Pick<CheckedRow, 'carrierCheck' | 'checkDiffers'>;

const LOOKS: Readonly<Record<CarrierCheck, StatusLook>> = {
  same: { shape: 'disc', tone: 'good' },
  nameDiffers: { shape: 'disc', tone: 'neutral' },
  differs: { shape: 'half', tone: 'warning' },
  noAllowance: { shape: 'ring', tone: 'neutral' },
  missing: { shape: 'cross', tone: 'bad' },
  outdated: { shape: 'ring', tone: 'neutral' },
};
/** Verdicts that ask for something to be done. */
const ODD: readonly CarrierCheck[] = ['differs', 'missing'];

/** What the carrier's list said of a package, and in what it differs. */
export function Verdict({ of }: { of: Verdict }) {
  const t = useText();
  const { carrierCheck, checkDiffers } = of;
  if (carrierCheck === null) return <Nothing />;
  const terms = carrierCheck === 'differs' ? checkDiffers.map((term) => t(CheckedTerm.labelOf(term))) : [];
  return <StatusTag {...LOOKS[carrierCheck]} word={t(CarrierCheck.labelOf(carrierCheck))} reasons={terms} />;
}

/** The verdict with its age. */
export function CarrierVerdict({ row }: { row: CheckedRow }) {
  if (row.checkedAt === null) return <Nothing />;
  return (
    <>
      <Verdict of={row} />{' '}
      <Span ink="secondary" size="s">
        · <TimeAgo at={row.checkedAt} />
      </Span>
    </>
  );
}

export const CHECK_STEP: Step<CheckedRow> = {
  key: 'check',
  label: CHECK_WORDS.check,
  call: checkSystemPackages,
  disabled: ({ whyNotCheckable: why }, t) => why !== null && t(WhyNotCheckable.labelOf(why)),
  opens: (row, close) => <CheckSheet row={row} onClose={close} />,
};

/** The same for several at once. A hook. */
export function useBulkCheck(): BulkAction {
  const t = useText();
  const checking = useChange(checkSystemPackages);
  return {
    key: 'check',
    label: CHECK_WORDS.check,
    call: checkSystemPackages,
    onPick: (picked, done) => {
      if (picked.kind !== 'ids') return;
      void checking.run({ body: { ids: [...picked.ids] } }).then((answer) => {
        if (!answer) return;
        const odd = answer.checked.filter(({ carrierCheck }) => ODD.includes(carrierCheck)).length;
        toast.success(t(CHECK_WORDS.done, { n: answer.checked.length, odd }));
        const [first] = answer.failed;
        if (first) toast.warning(first.words);
        done();
      });
    },
  };
}
