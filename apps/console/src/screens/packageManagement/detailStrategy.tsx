import {
  bindDisplayStrategy,
  displayStrategies,
  enableDisplayStrategy,
  governingDisplayStrategy,
  previewDisplayStrategy,
} from '@cardinal/contract/api/control/displayStrategies.ts';
import { DisplayAudience, DisplayPart, DisplayUnit } from '@cardinal/contract/enumerations/control.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy } from 'react';
import type { FormFields } from '../../kit/form/formFields.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { copyingStep, enablingStep } from '../../kit/register/sharedSteps.ts';

const SeenAs = lazy(() => import('./_displays/SeenAs.tsx'));
const BindForm = lazy(() => import('./_displays/BindForm.tsx'));
const WhichHolds = lazy(() => import('./_displays/WhichHolds.tsx'));

const words = {
  hint: text(
    '决定下级、公众号、接口或小程序能看到卡的哪些内容。',
    'Decide what child customers, the public account, the API or the mini-program see of a card.',
  ),
  isOff: text('已停用，展示恢复完整', 'Disabled; everything is shown again'),
  rounding: text('舍去多余的小数，不会大于实际值', 'Further decimals are cut off; never more than it is'),
  masks: text(
    '号码、IMSI、IMEI 和 EID 隐藏中间；ICCID 始终完整',
    'The middle of number, IMSI, IMEI and EID is hidden; the ICCID is always whole',
  ),
  shows: text(
    '下级和接口始终可见状态和运营商；上级的策略不能由下级放宽',
    'Child customers and the API always see status and carrier; nobody below loosens a strategy',
  ),
  months: text('1-24，含当月', '1-24, this month counted'),
};
type Row = RowOf<typeof displayStrategies.list>;

const FORM: FormFields = [
  { name: 'name', kind: 'text', maxLength: 30 },
  { name: 'audience', kind: 'select', options: DisplayAudience.options },
  { name: 'shows', kind: 'multiple', options: DisplayPart.options, help: words.shows },
  { name: 'unit', kind: 'select', options: DisplayUnit.options },
  {
    name: 'decimals',
    kind: 'select',
    options: [0, 1, 2].map((n) => ({ value: n, label: text(`${n}`, `${n}`) })),
    help: words.rounding,
  },
  { name: 'masksNumbers', kind: 'flag', help: words.masks },
  { name: 'historyMonths', kind: 'integer', help: words.months },
];

const copied = ({ audience, shows, unit, decimals, masksNumbers, historyMonths }: Row) => ({
  audience,
  shows,
  unit,
  decimals,
  masksNumbers,
  historyMonths,
});

export default function DetailStrategy() {
  const t = useText();
  return (
    <RegisterScreen
      register={displayStrategies}
      columns={[
        { field: 'name', pinned: 'left', width: 180 },
        { field: 'audience', width: 130 },
        { field: 'boundTo', width: 240 },
        { field: 'shows', width: 300 },
        { field: 'isEnabled', width: 90 },
        { field: 'masksNumbers', width: 100 },
        { field: 'unit', width: 90 },
        { field: 'decimals', width: 80, isOff: true },
        { field: 'historyMonths', width: 110 },
        { field: 'customerName', width: 140 },
        'updatedAt',
      ]}
      rowName={({ name }) => name}
      form={FORM}
      begin={{
        audience: 'child',
        shows: DisplayPart.options.map(({ value }) => value),
        unit: 'fitting',
        decimals: 2,
        masksNumbers: false,
        historyMonths: 12,
      }}
      tools={[
        {
          key: 'holds',
          label: governingDisplayStrategy.summary,
          call: governingDisplayStrategy,
          opens: (onClose) => <WhichHolds onClose={onClose} />,
        },
      ]}
      steps={[
        'edit',
        {
          key: 'preview',
          label: verbs.preview,
          call: previewDisplayStrategy,
          opens: (row, onClose) => <SeenAs strategy={row} onClose={onClose} />,
        },
        {
          key: 'bind',
          label: verbs.bind,
          call: bindDisplayStrategy,
          opens: (row, onClose) => <BindForm strategy={row} onClose={onClose} />,
        },
        copyingStep(t, copied),
        enablingStep(enableDisplayStrategy, words.isOff),
        'delete',
      ]}
      isDeletable={({ bound }) => bound.length === 0}
      hint={words.hint}
    />
  );
}
