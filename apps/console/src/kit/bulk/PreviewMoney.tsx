import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { reachedByKeys } from '@cardinal/ui/reachedByKeys.ts';
import type { Preview } from './cardBulkAction.ts';

const words = {
  item: text('项目', 'Item'),
  quantity: text('数量', 'Quantity'),
  unitPrice: text('单价', 'Unit price'),
  amount: text('金额（{currency}）', 'Amount ({currency})'),
  sum: text('总额', 'Total amount'),
  paid: text(
    '由 {payer} 支付：执行时冻结 {held}，余额由 {balance} 变为 {after}，当前可用 {spendable}。',
    'Paid by {payer}: {held} is held when it starts. The balance goes from {balance} to {after}; {spendable} is available now.',
  ),
  givenBackTo: text('退给各自的付款客户。', 'Given back to the customers that paid.'),
  givenBack: text(
    '退给 {payer}：余额由 {balance} 变为 {after}。',
    'Given back to {payer}: the balance goes from {balance} to {after}.',
  ),
};

/** What an action costs: its lines, their sum, and what that does to the payer's balance. */
export default function PreviewMoney({ money }: { money: NonNullable<Preview['money']> }) {
  const t = useText();
  const amount = (minor: string) => moneyAmount(minor, money.currency);
  const isGivenBack = money.total.startsWith('-');
  return (
    <>
      <div className="plain-scroll" ref={reachedByKeys}>
        <table className="lines-table is-counts">
          <thead>
            <tr>
              <th scope="col">{t(words.item)}</th>
              <th scope="col">{t(words.quantity)}</th>
              <th scope="col">{t(words.unitPrice)}</th>
              <th scope="col">{t(words.amount, { currency: money.currency })}</th>
            </tr>
          </thead>
          <tbody>
            {money.groups.map((group) => (
              <tr key={`${group.words} ${group.unitPrice}`}>
                <td className="is-prose">{group.words}</td>
                <td>{countAmount(group.quantity)}</td>
                <td>{group.unitPrice === null ? '' : amount(group.unitPrice)}</td>
                <td>{amount(group.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t(words.sum)}</th>
              <td>{countAmount(money.groups.reduce((sum, { quantity }) => sum + quantity, 0))}</td>
              <td />
              <td>
                <b>{amount(money.total)}</b>
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      <Paragraph ink="secondary" above="m" below="l">
        {money.payer === null
          ? t(words.givenBackTo)
          : t(isGivenBack ? words.givenBack : words.paid, {
              payer: money.payer,
              held: amount(money.held),
              balance: amount(money.balance ?? '0'),
              after: amount(money.balanceAfter ?? '0'),
              spendable: amount(money.spendable ?? '0'),
            })}
      </Paragraph>
    </>
  );
}
