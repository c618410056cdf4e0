import type { copyDistributions } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import type { copyPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import { toast } from '../../shell/toasts.ts';
import { CHILDREN, givingWords, oneChild } from './distributionFields.tsx';

const words = {
  note: text(
    '所选下级得到模板客户现有的内容和价格；他们已有的按模板调价。',
    'Distributes what the template child has to the selected children, at its prices. What they already have is repriced accordingly.',
  ),
  template: text('模板客户', 'Template child'),
  validOnly: text('跳过不能复制的行', 'Skip rows that cannot be copied'),
  skipped: text('跳过 {n} 行：{lines}', '{n} {n|line|lines} skipped: {lines}'),
};

/** Gives children what a template child has. */
export function CopyForm(props: {
  endpoint: typeof copyDistributions | typeof copyPackageDistributions;
  submit: Text;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={props.endpoint}
      submit={props.submit}
      intro={t(words.note)}
      title={t(props.endpoint.summary)}
      fields={[
        oneChild('templateCustomerId', words.template),
        CHILDREN,
        { name: 'validOnly', kind: 'flag', label: words.validOnly },
      ]}
      initial={{ customerIds: [], validOnly: false }}
      onDone={({ given, repriced, wrong }) => {
        toast.success(t(givingWords.done, { given, repriced }));
        if (wrong.length > 0) {
          const lines = wrong.map((line) => `${line.code} ${line.words}`).join('; ');
          toast.warning(t(words.skipped, { n: wrong.length, lines }));
        }
      }}
      onClose={props.onClose}
    />
  );
}
