import { readRefundable, refundOrder, rejectRequest } from '@cardinal/contract/api/retailOrders/refunding.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { retailWords } from './retailWords.ts';

const words = {
  title: text('退款 {name}', 'Refund {name}'),
  failed: text('可退金额加载失败', 'Failed to load what can be refunded'),
  paid: text(
    '{title}，实付 {price} {currency}，已退 {refunded}。',
    '{title}: {price} {currency} paid, {refunded} refunded.',
  ),
  most: text('最多可退 {most} {currency}，按原路退回。', 'At most {most} {currency}, back the way it came.'),
  ends: text(
    '提交后先结束卡上的套餐，各级分润同时冲回，再向支付渠道退款。不能撤销。',
    'The package ends first and every level gives back its part; then the provider is asked. This is final.',
  ),
  notSetUp: text('订单未开通，退还尚未退回的全部款项。', 'It was not set up; all that has not gone back is refunded.'),
  line: text('{name}：{refundable} / {price}，{why}', '{name}: {refundable} of {price}. {why}'),
  asked: text('用户申请：{reason}', 'The buyer asks: {reason}'),
  part: text('结束范围', 'What ends'),
  all: text('全部套餐', 'Everything'),
  waiting: text('仅未开始的', 'What has not begun'),
  reasonHelp: text('用户能看到同意申请时填写的原因', 'The buyer reads it where he asked for the refund'),
  done: text('退款已提交', 'Refund asked for'),
  declineTitle: text('拒绝退款申请 {name}', 'Decline the request for {name}'),
  answer: text('给用户的答复', 'Answer to the buyer'),
  answerHelp: text('用户会看到这段话', 'The buyer reads this'),
};

type Refundable = AnswerOf<typeof readRefundable>;

/** What was paid and what of it can go back, line by line; with what follows from a refund where one is possible. */
function Facts({ of }: { of: Refundable }) {
  const t = useText();
  const { title, price, refunded, currency, most, lines, note, request, whyNot } = of;
  const amount = (minor: string) => moneyAmount(minor, currency);
  return (
    <>
      <Paragraph>
        {t(words.paid, { title, price: amount(price), refunded: amount(refunded), currency })}
        <br />
        <Span weight="strong">{whyNot ?? t(words.most, { most: amount(most.all), currency })}</Span>
      </Paragraph>
      {request ? <Note>{t(words.asked, { reason: request.reason })}</Note> : null}
      {lines.map((line) => (
        <Paragraph key={line.id}>
          {t(words.line, {
            name: line.name,
            refundable: amount(line.refundable),
            price: amount(line.price),
            why: line.why,
          })}
        </Paragraph>
      ))}
      {whyNot === null ? <Paragraph>{note ?? t(lines.length > 0 ? words.ends : words.notSetUp)}</Paragraph> : null}
    </>
  );
}

/** A clerk's refund: what the package's rule leaves, an amount within it, and why. */
export default function RefundForm({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(readRefundable, { id });
  // Nothing can go back: what the buyer asked for can still be answered.
  if (data && data.whyNot !== null && data.request?.state === 'asked')
    return <DeclineForm id={id} name={data.name} of={data} onClose={onClose} />;
  if (!data || data.whyNot !== null)
    return (
      <Sheet isOpen title={t(words.title, { name: data?.name ?? '' })} width={520} onClose={onClose}>
        {data ? <Facts of={data} /> : <NotLoaded failed={words.failed} error={error} onRetry={refetch} />}
      </Sheet>
    );
  const isParted = data.most.waiting !== '0' && data.most.waiting !== data.most.all;
  return (
    <FormDrawer
      endpoint={refundOrder}
      title={t(words.title, { name: data.name })}
      submit={retailWords.refund}
      isDanger
      intro={<Facts of={data} />}
      initial={{
        id,
        amount: moneyText({ minor: BigInt(data.most.all), currency: data.currency }).replaceAll(',', ''),
        ...(isParted ? { part: 'all' } : {}),
      }}
      fields={[
        ...(isParted
          ? [
              {
                name: 'part',
                kind: 'select' as const,
                label: words.part,
                options: [
                  { value: 'all', label: words.all },
                  { value: 'waiting', label: words.waiting },
                ],
              },
            ]
          : []),
        { name: 'amount', kind: 'decimal', label: moneyWords.amount },
        { name: 'reason', kind: 'remark', label: nouns.reason, help: words.reasonHelp },
      ]}
      done={t(words.done)}
      onClose={onClose}
    />
  );
}

/** Declines what a buyer asks, with words for him. */
export function DeclineForm(props: { id: string; name: string; of?: Refundable; onClose: () => void }) {
  const t = useText();
  const { id, name, of, onClose } = props;
  return (
    <FormDrawer
      endpoint={rejectRequest}
      title={t(words.declineTitle, { name })}
      submit={retailWords.decline}
      {...(of ? { intro: <Facts of={of} /> } : {})}
      initial={{ id }}
      fields={[{ name: 'answer', kind: 'remark', label: words.answer, help: words.answerHelp }]}
      done={t(retailWords.declined)}
      onClose={onClose}
    />
  );
}
