import {
  distributePackageShares,
  editPackageShare,
  listPackageShares,
  packageShareOptions,
} from '@cardinal/contract/api/packageShares/packageShares.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { ShareKind } from '@cardinal/contract/enumerations/share.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { CHILDREN, EFFECTS, effectOf } from '../../../parts/catalogue/distributionFields.tsx';
import { PackageChoice } from '../../../parts/catalogue/PackageChoice.tsx';
import { toast } from '../../../shell/toasts.ts';
import { SplitField } from './Split.tsx';

const { fields } = listPackageShares;

const words = {
  title: text('{name}：{code} 的分润', 'Share of {code} for {name}'),
  retailHelp: text('终端用户支付的价格；下级只能按此价上架', 'What end users pay; the child lists it at this price'),
  shareHelp: text(
    '金额以元计，比例 0–100，最多两位小数',
    'An amount, or a percentage from 0 to 100; two decimals at most',
  ),
  split: text('分账预览', 'Split'),
  saved: text('分润已保存', 'Share saved'),
  done: text('新增 {given} 项，修改 {changed} 项', '{given} given, {changed} changed'),
};

export type SharedPackage = RowOf<typeof listPackageShares>;
type Option = AnswerOf<typeof packageShareOptions>[number];

const chosen = (values: Values) => values['packageId'] as Option | undefined;

/** Those the caller can give so; the chosen one is kept whole, because its retail price may be set above. */
const useShareable = (keyword: string) =>
  useRead(packageShareOptions, keyword ? { keyword } : {}, { keepsPrevious: true }).data;

const termFields = (packageIdOf: (values: Values) => string | undefined): FormFields => [
  {
    name: 'retailPrice',
    kind: 'decimal',
    label: fields.retailPrice.label,
    help: words.retailHelp,
    isRequired: true,
    isHidden: (values) => chosen(values)?.retailPrice != null,
  },
  { name: 'shareKind', kind: 'select', label: ShareKind.title, options: ShareKind.options },
  { name: 'shareValue', kind: 'decimal', label: fields.share.label, help: words.shareHelp, isRequired: true },
  {
    name: 'split',
    kind: 'own',
    label: words.split,
    control: (own) => <SplitField own={own} packageId={packageIdOf(own.values)} />,
  },
  ...EFFECTS,
];

const termsOf = (values: Values) => ({
  ...(chosen(values)?.retailPrice == null ? { retailPrice: minorOf(values['retailPrice']) } : {}),
  shareKind: values['shareKind'],
  shareValue: minorOf(values['shareValue']),
  ...effectOf(values),
});

/** `20 %` and `2.00` as they are typed. */
const valuesOf = (row: SharedPackage) => ({
  updatedAt: row.updatedAt,
  retailPrice: typedAmount(row.retailPrice),
  shareKind: row.shareKind,
  shareValue: row.share.replace(' %', ''),
  effective: EffectiveType.values.now,
});

/** Gives a package to children for a share of what end users pay, or changes a share; what a sale leaves to each is shown meanwhile. */
export default function ShareForm({ row, onClose }: { row: SharedPackage | undefined; onClose: () => void }) {
  const t = useText();
  if (row)
    return (
      <FormDrawer
        endpoint={editPackageShare}
        title={t(words.title, { name: row.customerName, code: row.packageCode })}
        fields={termFields(() => row.packageId)}
        initial={valuesOf(row)}
        anew={async () => {
          const found = await rowAgain(listPackageShares, ({ id }) => id === row.id);
          return found && valuesOf(found);
        }}
        toBody={(values) => ({ id: row.id, updatedAt: values['updatedAt'], ...termsOf(values) })}
        done={t(words.saved)}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={distributePackageShares}
      title={t(distributePackageShares.summary)}
      submit={verbs.distribute}
      fields={[
        CHILDREN,
        {
          name: 'packageId',
          kind: 'own',
          label: fields.packageName.label,
          isRequired: true,
          control: (own) => <PackageChoice own={own} useFound={useShareable} />,
        },
        ...termFields((values) => chosen(values)?.id),
      ]}
      initial={{ customerIds: [], shareKind: ShareKind.values.margin, effective: EffectiveType.values.now }}
      toBody={(values) => ({
        customerIds: values['customerIds'],
        packageId: chosen(values)?.id,
        ...termsOf(values),
      })}
      onDone={(done) => toast.success(t(words.done, done))}
      onClose={onClose}
    />
  );
}
