import { enableCollectingAccount, switchRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { type Account, nameOf } from './routeLimits.ts';

const words = {
  switch: text('切换到 {account}', 'Switch to {account}'),
  submit: text('切换', 'Switch'),
  switchNote: text(
    '下级从现在起转到该账户，{used} 成为第一备用。',
    'From now on children pay into this account; {used} becomes the first backup.',
  ),
  switched: text('已切换', 'Switched'),
  disable: text('停用 {account}', 'Disable {account}'),
  disableNote: text(
    '下级不再看到该账户。停用现用账户时由第一备用接替；没有备用则由上级的账户收款。',
    'Children no longer see this account. The first backup takes over from the one in use; without a backup the level above collects.',
  ),
  disabled: text('已停用，可再启用', 'Disabled; it can be enabled again'),
};

/** Switches to a backup, or disables an account; both ask why. */
export default function ReasonForm(props: {
  step: 'switch' | 'disable';
  account: Account;
  used: Account | undefined;
  onClose: () => void;
}) {
  const { account, used, onClose } = props;
  const t = useText();
  const { id } = account;
  const fields = [{ name: 'reason', kind: 'remark', label: nouns.reason, isRequired: true } as const];
  if (props.step === 'disable')
    return (
      <FormDrawer
        endpoint={enableCollectingAccount}
        title={t(words.disable, { account: nameOf(account) })}
        submit={verbs.disable}
        isDanger
        intro={<p>{t(words.disableNote)}</p>}
        initial={{}}
        fields={fields}
        toBody={({ reason }) => ({ id, isEnabled: false, reason: reason ?? '' })}
        done={t(words.disabled)}
        onClose={onClose}
      />
    );
  return (
    <FormDrawer
      endpoint={switchRoute}
      title={t(words.switch, { account: nameOf(account) })}
      submit={words.submit}
      intro={<p>{t(words.switchNote, { used: used ? nameOf(used) : '' })}</p>}
      initial={{ id, insteadOf: used?.id }}
      fields={fields}
      done={t(words.switched)}
      onClose={onClose}
    />
  );
}
