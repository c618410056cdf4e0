import {
  addSubAccount,
  cardDigits,
  closeSubAccount,
  confirmSubAccount,
  listSubAccounts,
  setSplitRule,
} from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { SplitRule, SubAccountKind } from '@cardinal/contract/enumerations/subAccount.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedPhone } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { type SubAccount, subAccountWords } from './subAccountWords.ts';

const words = {
  note: text(
    '由连连开户：提交后连连向手机号发送验证码。证件号、手机号和卡号加密保存，之后只显示部分。',
    'Lianlian opens it and sends a code to the phone. ID number, phone and card are sealed; later only parts are shown.',
  ),
  apply: text('提交申请', 'Apply'),
  applied: text('已提交，请输入连连发送的验证码', 'Applied; enter the code Lianlian has sent'),
  idNumber: text('身份证号', 'ID number'),
  phoneHelp: text('开户和绑卡的手机号，验证码发到此号', 'Of the account and the card; the code goes there'),
  cardHelp: text('户主本人的银行卡；企业填对公账号', 'A card of the holder; of a company its account'),
  code: text('短信验证码', 'SMS code'),
  codeNote: text(
    '连连已向 {phone} 发送验证码，30 分钟内有效。',
    'Lianlian has sent a code to {phone}; it lasts 30 minutes.',
  ),
  verified: text('验证已提交', 'Code handed in'),
  splitNote: text(
    '按分润分账：此后经本商户付款的公众号订单，由连连把该客户的分润直接付入子账户；这部分在平台记为「源头已付」，不能再提现。已开始的付款不变。',
    'By its margin: of package orders paid through this merchant from now on, Lianlian pays the customer’s margin into the account. It is posted as paid at the source and cannot be withdrawn here. Payments begun before stay as they are.',
  ),
  splitDone: text('分账规则已保存', 'Split rule saved'),
  closeNote: text(
    '连连仅对余额为零的账户销户。销户后不再分账，客户可重新申请。',
    'Lianlian closes empty accounts only. Then nothing is split for it; the customer may apply again.',
  ),
  closed: text('已提交销户', 'Closing was asked for'),
};

const isCompany = (values: Values): boolean => values['kind'] === 'company';

const fields = (): FormFields => [
  {
    name: 'customerId',
    kind: 'own',
    label: listSubAccounts.fields.customerName.label,
    control: ({ id, value, onChange, problem }) => (
      <CustomerPicker id={id} value={value as string | undefined} onValue={onChange} problem={problem} />
    ),
  },
  { name: 'kind', kind: 'select', options: SubAccountKind.options },
  { name: 'holder', kind: 'text', maxLength: 60 },
  { name: 'idNumber', kind: 'text', label: words.idNumber, maxLength: 18, isRequired: true, isHidden: isCompany },
  {
    name: 'licence',
    kind: 'text',
    label: nouns.licenceCode,
    maxLength: 18,
    isRequired: true,
    isHidden: (values) => !isCompany(values),
  },
  { name: 'phone', kind: 'text', label: nouns.phone, typed: typedPhone, help: words.phoneHelp },
  {
    name: 'bankCard',
    kind: 'text',
    maxLength: 40,
    help: words.cardHelp,
    typed: (typed) => typed.replace(/[^\d ]/g, ''),
  },
];

/** Applies at Lianlian for a customer's account. */
export function AddSubAccount(props: { channelId: string; onClose: () => void }) {
  const t = useText();
  const { channelId, onClose } = props;
  return (
    <FormDrawer
      endpoint={addSubAccount}
      title={t(subAccountWords.add)}
      submit={words.apply}
      intro={<p>{t(words.note)}</p>}
      labels={listSubAccounts.fields}
      fields={fields()}
      initial={{ kind: 'personal' }}
      toBody={({ licence, idNumber, bankCard, ...values }) => ({
        ...(values as { customerId: string; kind: 'personal'; holder: string; phone: string }),
        channelId,
        bankCard: cardDigits(String(bankCard ?? '')),
        idNumber: String((isCompany(values) ? licence : idNumber) ?? ''),
      })}
      done={t(words.applied)}
      onClose={onClose}
    />
  );
}

type OfOne = { channelId: string; account: SubAccount; onClose: () => void };

export function VerifySubAccount({ channelId, account, onClose }: OfOne) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={confirmSubAccount}
      title={`${t(subAccountWords.verify)} · ${account.holder}`}
      intro={<p>{t(words.codeNote, { phone: account.boundPhone })}</p>}
      initial={{ channelId, id: account.id }}
      fields={[
        { name: 'code', kind: 'text', label: words.code, maxLength: 8, typed: (typed) => typed.replace(/\D/g, '') },
      ]}
      done={t(words.verified)}
      onClose={onClose}
    />
  );
}

export function SplitForm({ channelId, account, onClose }: OfOne) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={setSplitRule}
      title={`${t(SplitRule.title)} · ${account.customerName}`}
      intro={<p>{t(words.splitNote)}</p>}
      labels={listSubAccounts.fields}
      initial={{ channelId, id: account.id, version: account.version, splitRule: account.splitRule }}
      anew={async () => {
        const found = await rowAgain(listSubAccounts, ({ id }) => id === account.id, { channelId });
        return found && { channelId, id: found.id, version: found.version, splitRule: found.splitRule };
      }}
      fields={[{ name: 'splitRule', kind: 'select', options: SplitRule.options }]}
      done={t(words.splitDone)}
      onClose={onClose}
    />
  );
}

export function CloseSubAccount({ channelId, account, onClose }: OfOne) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={closeSubAccount}
      title={`${t(subAccountWords.close)} · ${account.customerName}`}
      submit={subAccountWords.close}
      isDanger
      intro={<p>{t(words.closeNote)}</p>}
      initial={{ channelId, id: account.id }}
      fields={[{ name: 'reason', kind: 'remark', label: nouns.reason, isRequired: true }]}
      done={t(words.closed)}
      onClose={onClose}
    />
  );
}
