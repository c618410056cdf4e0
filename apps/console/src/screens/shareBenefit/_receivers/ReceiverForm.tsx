import { addReceiver, editReceiver, readReceivers } from '@cardinal/contract/api/cashOuts/receivers.ts';
import { CashOutMethod } from '@cardinal/contract/enumerations/cashOut.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { receiverWords } from './receiverWords.ts';

const words = {
  edit: text('修改收款账户', 'Edit receiving account'),
  note: text(
    '新增或修改后 24 小时内，提现到该账户需平台审核。',
    'For 24 hours after it was added or changed, the platform reviews what goes to it.',
  ),
  wechatHelp: text(
    '收款人在付款商户公众号或小程序下的 OpenID。',
    'The receiver’s OpenID with the official account or mini program of the payer.',
  ),
  holderHelp: text('微信须为实名；公司填写营业执照名称。', 'As verified by WeChat, or as in the company’s licence.'),
  kept: text('不填则保留 {account}。', 'Empty keeps {account}.'),
  saved: text('收款账户已保存', 'Receiving account saved'),
};

type All = AnswerOf<typeof readReceivers>;
export type Receiver = All['receivers'][number];

const valuesOf = ({ id, version, holder, bank, branch }: Receiver) => ({
  id,
  version,
  holder,
  ...(bank === null ? {} : { bank, branch: branch ?? '' }),
});

/** Where profit goes. A number that is entered is never shown again. */
export default function ReceiverForm(props: { all: All; receiver?: Receiver; onClose: () => void }) {
  const t = useText();
  const { all, receiver, onClose } = props;
  const isBank = (method: unknown) => (receiver?.method ?? method) === CashOutMethod.values.bank;
  const identity: FormFields = [
    {
      name: 'accountNumber',
      kind: 'text',
      maxLength: 80,
      label: receiverWords.account,
      isRequired: receiver === undefined,
      help: receiver
        ? text(t(words.kept, { account: receiver.account }), t(words.kept, { account: receiver.account }))
        : words.wechatHelp,
    },
    { name: 'holder', kind: 'text', maxLength: 80, label: receiverWords.holder, help: words.holderHelp },
    {
      name: 'bank',
      kind: 'text',
      maxLength: 60,
      label: receiverWords.bank,
      isRequired: true,
      isHidden: ({ method }) => !isBank(method),
    },
    {
      name: 'branch',
      kind: 'text',
      maxLength: 80,
      label: receiverWords.branch,
      isHidden: ({ method }) => !isBank(method),
    },
  ];
  const shared = { intro: t(words.note), done: t(words.saved), onClose };
  if (receiver)
    return (
      <FormDrawer
        {...shared}
        endpoint={editReceiver}
        title={t(words.edit)}
        initial={valuesOf(receiver)}
        anew={async () => {
          const found = (await readAgain(readReceivers)).receivers.find(({ id }) => id === receiver.id);
          return found && valuesOf(found);
        }}
        fields={identity}
      />
    );
  const methods = [...new Set(all.rules.map(({ method }) => method))];
  return (
    <FormDrawer
      {...shared}
      endpoint={addReceiver}
      title={t(receiverWords.add)}
      initial={{ method: methods[0] }}
      fields={[
        {
          name: 'method',
          kind: 'select',
          label: receiverWords.method,
          options: methods.map((method) => ({ value: method, label: CashOutMethod.labelOf(method) })),
        },
        ...identity,
      ]}
    />
  );
}
