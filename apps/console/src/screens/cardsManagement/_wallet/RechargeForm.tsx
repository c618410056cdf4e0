import { type readCardWallet, rechargeCard } from '@cardinal/contract/api/orders/cardWallets.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';

const words = {
  title: text('给尾号 {last} 的卡充值', 'Recharge the card ending in {last}'),
  note: text(
    '从 {name} 的余额扣款（可用 {amount} {currency}），立即到账；24 小时内可撤回未使用的部分。',
    'Taken from the balance of {name}, which can spend {amount} {currency}, and on the card at once. What is not spent can be taken back within 24 hours.',
  ),
  done: text('已充值到尾号 {last} 的卡', 'Recharged the card ending in {last}'),
};

/** How much is put on a card. */
export default function RechargeForm(props: { wallet: AnswerOf<typeof readCardWallet>; onClose: () => void }) {
  const t = useText();
  const { card, currency, payer } = props.wallet;
  const last = card.iccid.slice(-6);
  return (
    <FormDrawer
      endpoint={rechargeCard}
      title={t(words.title, { last })}
      intro={t(words.note, {
        name: payer?.name ?? '',
        amount: moneyAmount(payer?.spendable ?? '0', currency),
        currency,
      })}
      initial={{ cardId: card.id, amount: '', remark: '' }}
      fields={[
        { name: 'amount', kind: 'decimal', label: moneyWords.amount, unit: { zh: currency, en: currency } },
        { name: 'remark', kind: 'remark', label: nouns.remark },
      ]}
      submit={verbs.recharge}
      done={t(words.done, { last })}
      onClose={props.onClose}
    />
  );
}
