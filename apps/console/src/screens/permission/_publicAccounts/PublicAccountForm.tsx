import {
  addPublicAccount,
  editPublicAccount,
  listPublicAccounts,
  publicAccountFields,
} from '@cardinal/contract/api/publicAccounts/publicAccounts.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { publicAccountWords } from './publicAccountWords.ts';

export type PublicAccount = RowOf<typeof listPublicAccounts>;

const words = {
  note: text(
    'AppID 和 AppSecret 在微信公众平台「开发接口管理」中。须是已绑定收款商户的服务号，并把本平台域名填入「网页授权域名」。',
    'AppID and AppSecret are in the WeChat console under developer settings. It must be a service account bound to the merchant that collects, with this site as its web authorisation domain.',
  ),
  addresses: text('地址', 'Addresses'),
  saved: text('公众号已保存', 'Public account saved'),
};

const ADDRESSES: FormFields = [
  { name: 'apiBaseUrl', kind: 'text', maxLength: 200, section: words.addresses, help: publicAccountWords.addressHelp },
  { name: 'pageBaseUrl', kind: 'text', maxLength: 200, help: publicAccountWords.addressHelp },
];
const NAMES: FormFields = [
  { name: 'name', kind: 'text', maxLength: 30 },
  { name: 'hotline', kind: 'text', maxLength: 20 },
];

const valuesOf = ({ id, version, name, hotline, apiBaseUrl, pageBaseUrl }: PublicAccount) => ({
  id,
  version,
  name,
  hotline: hotline ?? '',
  apiBaseUrl,
  pageBaseUrl,
});

/** Connects a public account, or edits one of the caller's own. */
export default function PublicAccountForm(props: { account: PublicAccount | undefined; onClose: () => void }) {
  const t = useText();
  const { account, onClose } = props;
  if (account)
    return (
      <FormDrawer
        endpoint={editPublicAccount}
        title={t(verbs.editNamed, { name: account.name })}
        labels={publicAccountFields}
        initial={valuesOf(account)}
        anew={async () => {
          const found = await rowAgain(listPublicAccounts, ({ id }) => id === account.id);
          return found && valuesOf(found);
        }}
        fields={[
          ...NAMES,
          {
            name: 'secret',
            kind: 'password',
            label: publicAccountWords.secret,
            placeholder: publicAccountWords.kept,
            maxLength: 64,
          },
          ...ADDRESSES,
        ]}
        done={t(words.saved)}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={addPublicAccount}
      title={t(publicAccountWords.add)}
      intro={<p>{t(words.note)}</p>}
      labels={publicAccountFields}
      initial={{}}
      fields={[
        ...NAMES,
        { name: 'appid', kind: 'text', maxLength: 18 },
        { name: 'secret', kind: 'password', label: publicAccountWords.secret, maxLength: 64 },
        ...ADDRESSES,
      ]}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}
