import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { Merchant } from './useMerchantSteps.tsx';

const words = {
  title: text('停用商户 {name}', 'Disable merchant {name}'),
  note: text(
    '不再接收新支付，由路由中的备用商户接替。已有支付的通知、查询和退款照常进行。',
    'It takes no new payments; the backup of its route takes over. Notices, queries and refunds of earlier payments go on.',
  ),
  done: text('{name} 不再接收新支付', '{name} takes no new payments'),
};

/** Asks why, as the operation log keeps it. */
export default function DisableMerchant(props: {
  endpoints: MerchantEndpoints;
  merchant: Merchant;
  onClose: () => void;
}) {
  const t = useText();
  const { id, name } = props.merchant;
  return (
    <FormDrawer
      endpoint={props.endpoints.enable}
      title={t(words.title, { name })}
      intro={<p>{t(words.note)}</p>}
      submit={verbs.disable}
      isDanger
      initial={{}}
      fields={[{ name: 'reason', kind: 'remark', label: nouns.reason, isRequired: true }]}
      toBody={({ reason }) => ({ id, isEnabled: false, reason: reason ?? '' })}
      done={t(words.done, { name })}
      onClose={props.onClose}
    />
  );
}
