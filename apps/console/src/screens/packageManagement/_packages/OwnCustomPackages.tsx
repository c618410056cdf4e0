import { submitCustomPackage } from '@cardinal/contract/api/packages/customPackageReviews.ts';
import { customPackages, shelveCustomPackages } from '@cardinal/contract/api/packages/customPackages.ts';
import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { RegisterScreen } from '../../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../../kit/register/registerSpec.ts';
import { WholeCode } from '../../../kit/table/cells.tsx';
import { CAN_ORDER, Orderable } from '../../../parts/packages/Orderable.tsx';
import { PackageValidity, PackageVolume } from '../../../parts/packages/packageTerms.tsx';
import { usePackageRegister } from '../../../parts/packages/usePackageRegister.tsx';
import { NEW, typedOf, useCustomForm, writtenOf } from './customForm.tsx';
import { REVIEW_LOOKS } from './reviewLooks.ts';

const words = {
  hint: text(
    '把持有的套餐按份组合成新套餐，例如 3 个月包组成季包，上架后分配给下级。',
    'Put several of a package you have together, such as three months as a quarter, and give it to children once published.',
  ),
  submit: text('提交审核', 'Submit for review'),
  question: text('提交「{name}」给上级审核？', 'Submit “{name}” to the parent for review?'),
  note: text(
    '通过后可以上架、分配和订购；名称、份数、用量再有修改须重新审核。',
    'It can be published, given and ordered once it has passed. A later change of name, times or volume is reviewed again.',
  ),
  submitted: text('已提交审核', 'Submitted for review'),
};

type Row = RowOf<typeof customPackages.list>;

const COLUMNS: readonly ColumnSpec<typeof customPackages.list>[] = [
  { field: 'code', pinned: 'left', width: 130, cell: (row) => <WholeCode value={row.code} /> },
  { field: 'name', width: 170 },
  { field: 'shelfState', width: 100 },
  { field: 'review', width: 100 },
  { field: 'whyNot', title: CAN_ORDER, width: 150, cell: (row) => <Orderable whyNot={row.whyNot} /> },
  { field: 'cost', width: 110 },
  { field: 'baseName', width: 190 },
  { field: 'units', width: 70 },
  { field: 'flowBytes', width: 100, cell: (row) => <PackageVolume bytes={row.flowBytes} /> },
  { field: 'validityCount', width: 110, cell: (row) => <PackageValidity of={{ ...row, units: 1 }} /> },
  { field: 'platform', width: 116 },
  { field: 'distributed', width: 90 },
  { field: 'onCards', width: 90, cell: (row) => countAmount(row.onCards) },
  { field: 'checkedBy', width: 120 },
  { field: 'checkedAt', width: 150 },
  { field: 'checkReason', width: 180 },
  { field: 'updatedAt', width: 150 },
  { field: 'submittedBy', isOff: true },
  { field: 'submittedAt', isOff: true },
  { field: 'type', isOff: true },
  { field: 'voiceSeconds', isOff: true },
  { field: 'channels', isOff: true },
  { field: 'currency', isOff: true },
  { field: 'number', isOff: true },
];

const SUBMIT: Step<Row> = {
  key: 'submit',
  label: words.submit,
  isOffered: ({ review }) => review === 'pending' || review === 'rejected',
  runs: ({ id, name }, t) =>
    runOf(
      submitCustomPackage,
      { id },
      {
        done: words.submitted,
        ask: { title: t(words.question, { name }), body: <p>{t(words.note)}</p>, confirm: t(words.submit) },
      },
    ),
};

/** What the caller's customer puts together from packages it has. */
export function OwnCustomPackages() {
  const { steps, sheet, shared } = usePackageRegister<Row>(shelveCustomPackages);
  const shelf = steps.map(
    (step): Step<Row> => ({
      ...step,
      disabled: ({ whyNot, shelfState }, t) =>
        shelfState === 0 && whyNot === 'review' && t(OrderingSwitch.labelOf(OrderingSwitch.values.review)),
    }),
  );
  return (
    <>
      <RegisterScreen
        {...shared}
        looks={{ ...shared.looks, ...REVIEW_LOOKS }}
        register={customPackages}
        columns={COLUMNS}
        filters={['code', 'name', 'platform', 'shelfState', 'review', 'channels', 'submittedAt', 'checkedAt']}
        form={useCustomForm}
        begin={NEW}
        values={typedOf}
        toBody={writtenOf}
        steps={[
          SUBMIT,
          'edit',
          ...shelf,
          { key: 'copy', label: verbs.copy, copies: (row) => ({ ...row, ...typedOf(row), code: '', name: '' }) },
          'delete',
        ]}
        hint={words.hint}
      />
      {sheet}
    </>
  );
}
