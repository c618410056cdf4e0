import { readCardWallet, reverseCardRecharge } from '@cardinal/contract/api/orders/cardWallets.ts';
import { CardWallet } from '@cardinal/contract/enumerations/cardWallet.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { FactsList } from '../../kit/FactsList.tsx';
import { FormDrawer } from '../../kit/form/FormDrawer.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { AsOf } from '../../kit/Panel.tsx';
import { CarrierName } from '../../kit/table/CarrierName.tsx';
import { useRead } from '../../kit/useRead.ts';
import { CardNumber } from '../../parts/cards/CardNumber.tsx';
import { usePlace, useSearch } from '../../shell/screenContext.ts';

const RechargeForm = lazy(() => import('./_wallet/RechargeForm.tsx'));
const CardDeductions = lazy(() => import('./_wallet/CardDeductions.tsx'));

const words = {
  number: text(
    '卡号：ICCID、业务号码、IMSI、IMEI 或映射号',
    'Card: ICCID, business number, IMSI, IMEI or mapping number',
  ),
  find: text('查询', 'Find'),
  start: text('输入一个卡号', 'Enter the number of a card'),
  startHint: text(
    '查看卡余额和最近的充值，或给卡充值。',
    'To see its balance and latest recharges, or to recharge it.',
  ),
  balances: text('卡余额', 'Balance of the card'),
  payer: text('由 {name} 付款，可用 {amount} {currency}', 'Paid by {name}, which can spend {amount} {currency}'),
  noPayer: text('当前账号不能充值', 'This account recharges no cards'),
  cancelled: text('卡已销户，不能充值', 'The card is cancelled and cannot be recharged'),
  latest: text('最近充值', 'Latest recharges'),
  none: text('还没有充值', 'Not recharged yet'),
  rechargeNo: text('充值单号', 'Recharge number'),
  reversed: text('已撤回', 'Reversed'),
  reverse: text('撤回', 'Reverse'),
  reverseTitle: text('撤回充值 {no}', 'Reverse recharge {no}'),
  reverseNote: text(
    '只撤回卡上尚未使用的部分，退回付款客户的余额。',
    'Only what is left on the card is taken back, onto the balance of whoever paid.',
  ),
  reverseDone: text('已撤回到付款客户的余额', 'Taken back to the payer’s balance'),
};

const WALLET_OF = { paid: 'walletPaid', gift: 'walletGift', preload: 'walletPreload' } as const;

type Wallet = AnswerOf<typeof readCardWallet>;

function Recharges({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const [reversing, setReversing] = useState<Wallet['recharges'][number]>();
  if (wallet.recharges.length === 0) return <Paragraph ink="secondary">{t(words.none)}</Paragraph>;
  return (
    <>
      <LinesTable
        heads={[
          nouns.time,
          words.rechargeNo,
          figures(moneyWords.amount),
          figures(words.reversed),
          nouns.customer,
          nouns.operator,
          nouns.remark,
          nouns.actions,
        ]}
      >
        {wallet.recharges.map((each) => (
          <tr key={each.id}>
            <td>
              <TimeText at={each.createdAt} />
            </td>
            <td>{each.rechargeNo}</td>
            <FigureCell>
              <Money minor={each.amount} currency={each.currency} showCurrency />
            </FigureCell>
            <FigureCell>{each.reversed ? <Money minor={each.reversed} currency={each.currency} /> : '—'}</FigureCell>
            <td>{each.payerName}</td>
            <td>{each.operatorName}</td>
            <td>{each.remark ?? '—'}</td>
            <td>
              {each.isReversible ? <TextButton onClick={() => setReversing(each)}>{t(words.reverse)}</TextButton> : '—'}
            </td>
          </tr>
        ))}
      </LinesTable>
      {reversing ? (
        <FormDrawer
          endpoint={reverseCardRecharge}
          title={t(words.reverseTitle, { no: reversing.rechargeNo })}
          intro={t(words.reverseNote)}
          initial={{ id: reversing.id, reason: '' }}
          fields={[{ name: 'reason', kind: 'remark', label: nouns.reason }]}
          submit={words.reverse}
          isDanger
          done={t(words.reverseDone)}
          onClose={() => setReversing(undefined)}
        />
      ) : null}
    </>
  );
}

function Found({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const { card, currency, payer } = wallet;
  const amount = (minor: string) => moneyAmount(minor, currency);
  return (
    <Stack gap="l">
      <FactsList
        facts={[
          { label: nouns.iccid, value: <CardNumber iccid={card.iccid} /> },
          { label: nouns.carrier, value: <CarrierName platform={card.platform} /> },
          { label: nouns.customer, value: card.customerName },
          { label: nouns.package, value: card.packageName ?? '—' },
        ]}
      />
      <FiguresStrip
        label={t(words.balances)}
        figures={(['paid', 'gift', 'preload'] as const).map((kind) => ({
          key: kind,
          label: t(CardWallet.labelOf(WALLET_OF[kind])),
          value: amount(wallet[kind]),
          unit: currency,
        }))}
      />
      <Inline>
        {payer && !card.isCancelled ? (
          <Button type="primary" onClick={() => setIsOpen(true)}>
            {t(verbs.recharge)}
          </Button>
        ) : null}
        <Span ink="secondary">
          {card.isCancelled
            ? t(words.cancelled)
            : payer
              ? t(words.payer, { name: payer.name, amount: amount(payer.spendable), currency })
              : t(words.noPayer)}
        </Span>
        <AsOf at={wallet.asOf} />
      </Inline>
      <Suspense fallback={null}>
        <CardDeductions cardId={card.id} />
      </Suspense>
      <Heading>{t(words.latest)}</Heading>
      <Recharges wallet={wallet} />
      <Suspense fallback={null}>
        {isOpen ? <RechargeForm wallet={wallet} onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </Stack>
  );
}

/** Money on one card: what is there, what came lately, and a recharge from a customer's balance. */
export default function SingleCardRecharge() {
  const t = useText();
  const { match } = usePlace();
  const [search, setSearch] = useSearch();
  const number = search.get('number') ?? '';
  const { data, error, refetch } = useRead(readCardWallet, number.length >= 4 && { number });
  const find = (typed: string) => {
    const next = new URLSearchParams(search);
    if (typed.trim()) next.set('number', typed.trim());
    else next.delete('number');
    setSearch(next);
  };
  return (
    <Stack gap="l">
      <h1>{t(match.route.title)}</h1>
      <Input.Search
        key={number}
        aria-label={t(words.number)}
        placeholder={t(words.number)}
        defaultValue={number}
        enterButton={t(words.find)}
        allowClear
        maxLength={40}
        style={{ maxWidth: 560 }}
        onSearch={find}
      />
      {number.length < 4 ? (
        <EmptyState title={t(words.start)} hint={t(words.startHint)} />
      ) : data ? (
        <Found wallet={data} />
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
    </Stack>
  );
}
