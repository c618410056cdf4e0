import { checkCustomPackage, listCustomPackageReviews } from '@cardinal/contract/api/packages/customPackageReviews.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { FactsList } from '../../../kit/FactsList.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { verdictFields } from '../../../kit/form/verdictFields.ts';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { WholeCode } from '../../../kit/table/cells.tsx';
import { PackageValidity, PackageVolume } from '../../../parts/packages/packageTerms.tsx';
import { REVIEW_LOOKS } from './reviewLooks.ts';

const words = {
  title: text('审核套餐 {code}', 'Review package {code}'),
  intro: text(
    '通过后制作方可以上架、分配和订购。审核的是现在的内容，之后修改须重新提交。',
    'Once it has passed, its maker can publish, give and order it. What you review is this version; a change is submitted again.',
  ),
  done: text('已审核 {code}', 'Package {code} reviewed'),
  none: text('没有提交审核的套餐', 'No packages submitted'),
  noneHint: text(
    '平台要求审核时，直属下级提交的自定义套餐列在这里。',
    'Custom packages of direct children are listed here once submitted, where the platform demands a review.',
  ),
};

type Row = RowOf<typeof listCustomPackageReviews>;

/** What direct children composed and submitted; who reviews lets it pass or says why not. */
export default function PackageReviews() {
  const t = useText();
  const [checked, setChecked] = useState<Row>();
  return (
    <>
      <ListScreen
        list={listCustomPackageReviews}
        columns={[
          { field: 'code', pinned: 'left', width: 130, cell: (row) => <WholeCode value={row.code} /> },
          { field: 'name', width: 170 },
          { field: 'review', width: 100 },
          { field: 'customerName', width: 150 },
          { field: 'baseName', width: 190 },
          { field: 'units', width: 70 },
          { field: 'flowBytes', width: 100, cell: (row) => <PackageVolume bytes={row.flowBytes} /> },
          { field: 'validityCount', width: 110, cell: (row) => <PackageValidity of={{ ...row, units: 1 }} /> },
          { field: 'cost', width: 110 },
          { field: 'submittedBy', width: 110 },
          { field: 'submittedAt', width: 150 },
          { field: 'checkedBy', width: 110 },
          { field: 'checkedAt', width: 150 },
          { field: 'checkReason', width: 180 },
          { field: 'platform', isOff: true },
          { field: 'type', isOff: true },
          { field: 'currency', isOff: true },
        ]}
        filters={['code', 'name', 'review', 'customerName', 'platform', 'submittedAt', 'checkedAt']}
        looks={REVIEW_LOOKS}
        rowName={(row) => row.name}
        rowActions={(row) =>
          row.offered.check
            ? [{ key: 'check', label: t(verbs.review), call: checkCustomPackage, onPick: () => setChecked(row) }]
            : []
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {checked ? <CheckForm row={checked} onClose={() => setChecked(undefined)} /> : null}
    </>
  );
}

function CheckForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const { fields } = listCustomPackageReviews;
  const { id, version, code } = row;
  return (
    <FormDrawer
      endpoint={checkCustomPackage}
      title={t(words.title, { code })}
      submit={verbs.review}
      intro={
        <>
          <p>{t(words.intro)}</p>
          <FactsList
            facts={[
              { label: fields.name.label, value: row.name },
              { label: fields.customerName.label, value: row.customerName },
              { label: fields.baseName.label, value: row.baseName },
              { label: fields.units.label, value: row.units },
              { label: fields.flowBytes.label, value: <PackageVolume bytes={row.flowBytes} /> },
              ...(row.cost === null
                ? []
                : [{ label: fields.cost.label, value: `${moneyAmount(row.cost, row.currency)} ${row.currency}` }]),
            ]}
          />
        </>
      }
      initial={{ verdict: 'pass' }}
      fields={verdictFields({ pass: verbs.pass, reject: verbs.reject, reason: fields.checkReason.label })}
      toBody={({ verdict, reason }) =>
        verdict === 'reject' ? { id, version, verdict, reason: reason ?? '' } : { id, version, verdict }
      }
      // What somebody changed meanwhile is read again in the list before it is decided about.
      anew={async () => undefined}
      done={t(words.done, { code })}
      onClose={onClose}
    />
  );
}
