import { listCashOutChecks } from '@cardinal/contract/api/cashOuts/checks.ts';
import { readReceivers, setCashOutRule } from '@cardinal/contract/api/cashOuts/receivers.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { collectingWords } from '../../../parts/payments/collectingWords.ts';
import { receiverWords as w } from './receiverWords.ts';

const words = {
  title: text('提现规则', 'Cash-out rule'),
  note: text(
    '对之后的申请生效；已申请的手续费和税不变。',
    'For what is asked for from now on; what was asked for keeps its fee and tax.',
  ),
  one: text('留空：一人审核即可。', 'Empty: one reviewer is enough.'),
  never: text('留空：只审核新收款账户。', 'Empty: only new receiving accounts are reviewed.'),
  saved: text('提现规则已保存', 'Cash-out rule saved'),
};

type All = AnswerOf<typeof readReceivers>;
type Rule = All['rules'][number];

function valuesOf(all: All, rule: Rule | undefined) {
  const written = (minor: string | null | undefined) =>
    minor && rule ? moneyText(money(BigInt(minor), rule.currency)) : undefined;
  return {
    method: rule?.method ?? CashOutMethod.values.wechat,
    currency: rule?.currency ?? all.currency,
    version: rule?.version ?? 0,
    least: written(rule?.least),
    most: written(rule?.most),
    dayMost: written(rule?.dayMost),
    reviewFrom: written(rule?.reviewFrom),
    twoFrom: written(rule?.twoFrom),
    feePercent: rule?.feePercent ?? '0',
    taxPercent: rule?.taxPercent ?? '0',
    isPaused: rule?.isPaused ?? false,
    merchantId: rule?.merchantId ?? all.merchants[0]?.id,
  };
}

/** How the platform pays by a method. */
export default function RuleForm(props: { all: All; rule?: Rule; onClose: () => void }) {
  const t = useText();
  const { all, rule } = props;
  const isWechat = (method: unknown) => method === CashOutMethod.values.wechat;
  return (
    <FormDrawer
      endpoint={setCashOutRule}
      title={t(words.title)}
      intro={t(words.note)}
      initial={valuesOf(all, rule)}
      anew={async () => {
        const again = await readAgain(readReceivers);
        return valuesOf(
          again,
          again.rules.find(({ method, currency }) => method === rule?.method && currency === rule.currency),
        );
      }}
      fields={[
        {
          name: 'method',
          kind: 'select',
          label: w.method,
          isDisabled: rule !== undefined,
          options: CashOutMethod.options,
        },
        {
          name: 'currency',
          kind: 'select',
          label: nouns.currency,
          isDisabled: rule !== undefined,
          options: Currency.options,
        },
        {
          name: 'merchantId',
          kind: 'select',
          label: listCashOutChecks.fields.merchantName.label,
          isRequired: true,
          isHidden: ({ method }) => !isWechat(method),
          options: all.merchants.map(({ id, name }) => ({ value: id, label: text(name, name) })),
        },
        { name: 'least', kind: 'decimal', label: w.least },
        { name: 'most', kind: 'decimal', label: w.most, help: collectingWords.noLimit },
        { name: 'dayMost', kind: 'decimal', label: w.dayMost, help: collectingWords.noLimit },
        { name: 'reviewFrom', kind: 'decimal', label: w.reviewFrom, help: words.never },
        { name: 'twoFrom', kind: 'decimal', label: w.twoFrom, help: words.one },
        { name: 'feePercent', kind: 'decimal', label: w.fee },
        { name: 'taxPercent', kind: 'decimal', label: w.tax },
        { name: 'isPaused', kind: 'flag', label: w.paused },
      ]}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
