import { addCollectingAccount, editCollectingAccount } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { readPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PaymentScene } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { collectingWords } from '../../../parts/payments/collectingWords.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { type Account, LIMITS, limitsOf, nameOf } from './routeLimits.ts';
import { routeWords } from './routeWords.ts';

const words = {
  addNote: text(
    '已有现用账户时，新账户排在备用的最后。账号登记后不能修改；换账号请另行新增，再停用旧账户。',
    'Where an account is in use, a new one is the last backup. A number is not changed later: add another account and disable this one.',
  ),
  prefix: text('转账附言前缀', 'Remark prefix'),
  prefixHelp: text(
    '附言为前缀加付款客户的编码，如 CZ-AGENT-A。可不填。',
    'The remark is the prefix and the payer’s customer code, such as CZ-AGENT-A. Optional.',
  ),
  saved: text('收款账户已保存', 'Collecting account saved'),
};

const TERMS: FormFields = [
  { name: 'remarkPrefix', kind: 'text', maxLength: 12, label: words.prefix, help: words.prefixHelp },
  ...LIMITS,
];
const HOLDER: FormFields = [
  { name: 'holder', kind: 'text', maxLength: 80, label: collectingWords.holder },
  { name: 'bank', kind: 'text', maxLength: 60, label: collectingWords.bank },
  { name: 'branch', kind: 'text', maxLength: 80, label: collectingWords.branch },
];

function valuesOf(account: Account, currency: Currency) {
  const { id, version, holder, bank, branch, remarkPrefix } = account;
  return {
    id,
    version,
    holder: holder ?? '',
    bank: bank ?? '',
    branch: branch ?? '',
    remarkPrefix: remarkPrefix ?? '',
    ...limitsOf(account, currency),
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
        title={t(verbs.editNamed, { name: nameOf(account) })}
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
        {
          name: 'scene',
          kind: 'select',
          label: PaymentScene.title,
          // End users pay at a provider only.
          options: PaymentScene.options.filter(({ value }) => value === PaymentScene.values.balanceRecharge),
        },
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
