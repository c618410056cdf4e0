import {
  childrenInSeveralCurrencies,
  distributePackages,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { missing } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { Values } from '../../../kit/form/formFields.ts';
import {
  CHILDREN,
  EFFECTS,
  effectOf,
  givingWords,
  useChildCurrencies,
} from '../../../parts/catalogue/distributionFields.tsx';
import { byOf, priceOf } from '../../../parts/packages/packagePrices.ts';
import { STOPS_SALE, wayLabel } from '../../../parts/packages/priceFields.ts';
import { toast } from '../../../shell/toasts.ts';
import { type PackageLine, PackageLines } from './PackageLines.tsx';

const words = {
  inCurrency: text(
    '金额以各下级的币种计；最低售价留空同结算价，建议价留空同最低售价',
    'Amounts are in the currency of each child. Left empty, the floor is the reserve price and the suggestion is the floor.',
  ),
  started: text('已作为任务提交，完成后可查看每项结果', 'Started as a task, with a result for each pair'),
  titleOf: text('分配 {code}', 'Give {code}'),
};

const childrenOf = (values: Values) => (values['customerIds'] ?? []) as readonly string[];
const linesOf = (values: Values) => values['lines'] as readonly PackageLine[];

/** Packages to children; what a child already has is repriced. */
export default function DistributeForm(props: {
  of?: Pick<PackageLine, 'packageId' | 'code' | 'name' | 'cost'> | undefined;
  customerId?: string | undefined;
  onClose: () => void;
}) {
  const t = useText();
  const { of, customerId } = props;
  const currenciesOf = useChildCurrencies();
  const begun: readonly PackageLine[] = of ? [{ ...of, by: 'reservePrice' }] : [];
  return (
    <FormDrawer
      endpoint={distributePackages}
      title={of ? t(words.titleOf, { code: of.code }) : t(distributePackages.summary)}
      submit={verbs.distribute}
      width={608}
      intro={t(givingWords.newOnes)}
      fields={[
        CHILDREN,
        {
          name: 'lines',
          kind: 'own',
          label: nouns.packagesAndPrices,
          help: words.inCurrency,
          isRequired: true,
          control: (own) => {
            const currencies = currenciesOf(childrenOf(own.values));
            return <PackageLines own={own} currency={currencies.length === 1 ? currencies[0] : undefined} />;
          },
        },
        ...EFFECTS,
      ]}
      initial={{ customerIds: customerId ? [customerId] : [], lines: begun, effective: EffectiveType.values.now }}
      check={(values) => {
        const empty = linesOf(values).flatMap((line, at) => {
          const by = byOf(line);
          return line[by] ? [] : [[`lines.${at}.${by}`, t(missing.text, { name: t(wayLabel(by)) })] as const];
        });
        // An amount typed once is of one currency.
        const currencies = currenciesOf(childrenOf(values));
        const several =
          currencies.length > 1
            ? [['customerIds', t(childrenInSeveralCurrencies.text, { list: currencies.join(', ') })] as const]
            : [];
        return empty.length + several.length > 0 ? Object.fromEntries([...several, ...empty]) : undefined;
      }}
      toBody={(values) => ({
        customerIds: values['customerIds'],
        lines: linesOf(values).map((line) => ({ packageId: line.packageId, ...priceOf(line) })),
        ...effectOf(values),
      })}
      overrules={STOPS_SALE}
      onDone={({ given, repriced, taskId }) => {
        if (taskId === null) return toast.success(t(givingWords.done, { given, repriced }));
        toast.success(t(words.started), {
          label: t(verbs.openTask),
          to: `/taskManagement/systemTask?id=${taskId}`,
        });
      }}
      onClose={props.onClose}
    />
  );
}
