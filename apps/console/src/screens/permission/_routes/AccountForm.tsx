import { addCollectingAccount, editCollectingAccount } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { readPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { collectingWords } from '../../../parts/payments/collectingWords.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { routeWords } from './routeWords.ts';

const words = {
  edit: text('编辑 {account}', 'Edit {account}'),
  addNote: text(
    '已有现用账户时，新账户排在备用的最后。账号登记后不能修改；换账号请另行新增，再停用旧账户。',
    'Where an account is in use, a new one is the last backup. A number is not changed later: add another account and disable this one.',
  ),
  prefix: text('转账附言前缀', 'Remark prefix'),
  prefixHelp: text(
    '附言为前缀加付款客户的编码，如 CZ-AGENT-A。可不填。',
    'The remark is the prefix and the payer’s customer code, such as CZ-AGENT-A. Optional.',
  ),
  limits: text('限额（不填为不限）', 'Limits (none if left out)'),
  saved: text('收款账户已保存', 'Collecting account saved'),
};

type Account = AnswerOf<typeof readPaymentRoute>['accounts'][number];

const TERMS: FormFields = [
  { name: 'remarkPrefix', kind: 'text', maxLength: 12, label: words.prefix, help: words.prefixHelp },
  { name: 'least', kind: 'decimal', label: collectingWords.least, section: words.limits },
  { name: 'most', kind: 'decimal', label: collectingWords.most },
  { name: 'dayMost', kind: 'decimal', label: collectingWords.dayMost },
  { name: 'note', kind: 'remark', label: collectingWords.note },
];
const HOLDER: FormFields = [
  { name: 'holder', kind: 'text', maxLength: 80, label: collectingWords.holder },
  { name: 'bank', kind: 'text', maxLength: 60, label: collectingWords.bank },
  { name: 'branch', kind: 'text', maxLength: 80, label: collectingWords.branch },
];

function valuesOf(account: Account, currency: Currency) {
  const written = (minor: string | null) => (minor === null ? '' : moneyText(money(BigInt(minor), currency)));
  const { id, version, holder, bank, branch, remarkPrefix, least, most, dayMost, note } = account;
  return {
    id,
    version,
    holder,
    bank,
    branch: branch ?? '',
    remarkPrefix: remarkPrefix ?? '',
    least: written(least),
    most: written(most),
    dayMost: written(dayMost),
    note: note ?? '',
  };
}

/** Adds a collecting account of the caller's own customer, or edits one. */
export default function AccountForm(props: {
  account?: Account | undefined;
  currency?: Currency | undefined;
  onClose: () => void;
}) {
  const { account, currency = Currency.values.CNY, onClose } = props;
  const t = useText();
  const isPlatform = useSignedIn((state) => state.me?.customer.kind === 'PLATFORM');
  const customerId = useSignedIn((state) => state.me?.customer.id);
  if (account) {
    const initial = valuesOf(account, currency);
    return (
      <FormDrawer
        endpoint={editCollectingAccount}
        title={t(words.edit, { account: `${account.bank} ${account.maskedNumber}` })}
        initial={initial}
        anew={async () => {
          const { accounts } = await readAgain(readPaymentRoute, {
            customerId: customerId ?? '',
            scene: PaymentScene.values.balanceRecharge,
            currency,
          });
          const found = accounts.find(({ id }) => id === account.id);
          return found && valuesOf(found, currency);
        }}
        fields={[...HOLDER, ...TERMS]}
        done={t(words.saved)}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDrawer
      endpoint={addCollectingAccount}
      title={t(routeWords.add)}
      intro={<p>{t(words.addNote)}</p>}
      initial={{ scene: PaymentScene.values.balanceRecharge, ...(isPlatform ? { currency } : {}) }}
      fields={[
        { name: 'scene', kind: 'select', label: PaymentScene.title, options: PaymentScene.options },
        {
          name: 'currency',
          kind: 'select',
          label: nouns.currency,
          isRequired: true,
          options: Currency.options,
          // Below the platform all children pay in the currency of their tree.
          isHidden: () => !isPlatform,
        },
        ...HOLDER,
        { name: 'accountNumber', kind: 'text', maxLength: 60, label: collectingWords.number },
        ...TERMS,
      ]}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}
