import { readTransaction } from '@cardinal/contract/api/customerAccounts/statement.ts';
import { listSourceOrders } from '@cardinal/contract/api/externalPackages/sourceOrders.ts';
import { listPackageOrderRecords, readPackageOrder } from '@cardinal/contract/api/orders/packageOrders.ts';
import { LedgerTransactionKind } from '@cardinal/contract/enumerations/ledger.ts';
import { FulfilmentState, OrderSource } from '@cardinal/contract/enumerations/order.ts';
import { EffectiveType, PackageType } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Heading, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, Suspense, useState } from 'react';
import { DetailSheet } from '../../kit/DetailSheet.tsx';
import { FactsList } from '../../kit/FactsList.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { ChoiceCell, Nothing } from '../../kit/table/cells.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { CardNumber } from '../cards/CardNumber.tsx';
import { ORDER_LOOKS } from './orderLooks.ts';

const AtSource = lazy(() => import('./AtSource.tsx'));
const TransactionSheet = lazy(() => import('../customerAccounts/TransactionSheet.tsx'));

const words = {
  title: text('套餐订单', 'Package order'),
  failed: text('订单加载失败', 'Failed to load the order'),
  perCard: text('每张卡', 'Per card'),
  records: text('{n} 份', '{n} {n|record|records}'),
  delivered: text('成功', 'Delivered'),
  deliveredOf: text('{done} / {all} 张卡', '{done} of {all} cards'),
  paid: text('实付', 'Paid'),
  finishedAt: text('完成时间', 'Finished at'),
  failure: text('{words}：{n} 张卡', '{words}: {n} {n|card|cards}'),
  steps: text('每张卡的价格', 'Prices of one card'),
  scope: text(
    '只显示本客户及下级；上级的价格不显示。',
    'Your customer and those below. Prices above you are not shown.',
  ),
  pays: text('付给上级', 'Owes its parent'),
  sells: text('向下级收取', 'Is paid'),
  postings: text('资金流水', 'Postings'),
  step: text('步骤', 'Step'),
  own: text('我的分润', 'My share'),
  all: text('查看全部消费记录', 'All consumption records'),
  allCards: text('查看全部 {n} 张卡', 'All {n} cards'),
};
const STEPS = {
  post: text('入账', 'Posted'),
  hold: text('冻结', 'Held'),
  settle: text('结算', 'Settled'),
  release: text('释放', 'Released'),
  reverse: text('冲正', 'Reversed'),
};
const SHOWN_CARDS = 20;

type Order = AnswerOf<typeof readPackageOrder>;

function Facts({ order }: { order: Order }) {
  const t = useText();
  const look = ORDER_LOOKS['lineState']?.[String(order.state)];
  const state = t(FulfilmentState.labelOf(order.state));
  const amount = (minor: string) => <Money minor={minor} currency={order.currency} showCurrency />;
  return (
    <Stack gap="l">
      <FactsList
        facts={[
          { label: nouns.state, value: look ? <StatusTag {...look} word={state} /> : state },
          { label: nouns.customer, value: order.customerName },
          { label: nouns.package, value: order.packageName },
          { label: PackageType.title, value: t(PackageType.labelOf(order.packageType)) },
          { label: EffectiveType.title, value: t(EffectiveType.labelOf(order.effectiveType)) },
          {
            label: words.delivered,
            value: t(words.deliveredOf, { done: countAmount(order.settledLines), all: countAmount(order.lines) }),
          },
          { label: words.perCard, value: t(words.records, { n: order.units }) },
          { label: listPackageOrderRecords.fields.price.label, value: amount(order.price) },
          { label: words.paid, value: amount(order.paid) },
          ...(order.refunded === '0'
            ? []
            : [{ label: listPackageOrderRecords.fields.refunded.label, value: amount(order.refunded) }]),
          { label: OrderSource.title, value: t(OrderSource.labelOf(order.source)) },
          { label: nouns.operator, value: order.operatorName },
          ...(order.task
            ? [
                {
                  label: nouns.task,
                  value: <Link to={`/taskManagement/systemTask?id=${order.task.id}`}>{order.task.taskNo}</Link>,
                },
              ]
            : []),
          { label: listPackageOrderRecords.fields.createdAt.label, value: <TimeText at={order.createdAt} /> },
          { label: words.finishedAt, value: order.finishedAt && <TimeText at={order.finishedAt} /> },
          ...(order.failures.length === 0
            ? []
            : [
                {
                  label: listPackageOrderRecords.fields.failure.label,
                  value: (
                    <Stack gap="xs">
                      {order.failures.map((failure) => (
                        <Span key={failure.words} ink="danger">
                          {t(words.failure, { words: failure.words, n: countAmount(failure.lines) })}
                        </Span>
                      ))}
                    </Stack>
                  ),
                },
              ]),
        ]}
      />
      {mayCall(listSourceOrders) ? (
        <Suspense fallback={null}>
          <AtSource orderId={order.id} orderNo={order.name} />
        </Suspense>
      ) : null}
    </Stack>
  );
}

function Cards({ order }: { order: Order }) {
  const t = useText();
  const { fields } = listPackageOrderRecords;
  const { data, error, refetch } = useRead(listPackageOrderRecords, { orderId: [order.id], pageSize: SHOWN_CARDS });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  return (
    <Stack gap="m">
      <LinesTable
        heads={[
          nouns.iccid,
          fields.lineState.label,
          fields.usageState.label,
          fields.startsAt.label,
          fields.endsAt.label,
        ]}
      >
        {data.list.map((line) => (
          <tr key={line.id}>
            <td>
              <CardNumber iccid={line.iccid} />
            </td>
            <td>
              <ChoiceCell field={fields.lineState} value={line.lineState} looks={ORDER_LOOKS['lineState']} />
              {line.failure ? <Paragraph ink="secondary">{line.failure}</Paragraph> : null}
            </td>
            <td>
              {line.usageState === null ? (
                '—'
              ) : (
                <ChoiceCell field={fields.usageState} value={line.usageState} looks={ORDER_LOOKS['usageState']} />
              )}
            </td>
            <td>{line.startsAt ? <TimeText at={line.startsAt} /> : '—'}</td>
            <td>{line.endsAt ? <TimeText at={line.endsAt} /> : '—'}</td>
          </tr>
        ))}
      </LinesTable>
      {order.lines > SHOWN_CARDS ? (
        <Link to={`/orderList/packageOrderRecord?orderNo=${order.name}`}>
          {t(words.allCards, { n: countAmount(order.lines) })}
        </Link>
      ) : null}
    </Stack>
  );
}

function Amounts({ order }: { order: Order }) {
  const t = useText();
  const [shown, show] = useState<string>();
  const { currency } = order;
  const hasOwn = order.transactions.some(({ earned }) => earned !== null && earned !== '0');
  const moved = (minor: string) => (minor === '0' ? '—' : <Money minor={minor} currency={currency} />);
  return (
    <Stack gap="l">
      {order.steps.length === 0 ? null : (
        <Stack gap="s">
          <Heading>{`${t(words.steps)} (${currency})`}</Heading>
          <LinesTable heads={[nouns.customer, figures(words.pays), figures(words.sells), figures(moneyWords.margin)]}>
            {order.steps.map((step) => (
              <tr key={step.customerId}>
                <td>{step.customerName}</td>
                {(['cost', 'price', 'margin'] as const).map((name) => (
                  <FigureCell key={name}>
                    {step[name] === null ? <Nothing /> : <Money minor={step[name]} currency={currency} />}
                  </FigureCell>
                ))}
              </tr>
            ))}
          </LinesTable>
          <Paragraph ink="secondary">{t(words.scope)}</Paragraph>
        </Stack>
      )}
      <Stack gap="s">
        <Heading>{`${t(words.postings)} (${currency})`}</Heading>
        <LinesTable
          heads={[
            nouns.time,
            nouns.kind,
            words.step,
            figures(moneyWords.balance),
            figures(moneyWords.frozen),
            ...(hasOwn ? [figures(words.own)] : []),
          ]}
        >
          {order.transactions.map((each) => (
            <tr key={each.id}>
              <td>
                {mayCall(readTransaction) ? (
                  <TextButton onClick={() => show(each.id)}>
                    <TimeText at={each.at} />
                  </TextButton>
                ) : (
                  <TimeText at={each.at} />
                )}
              </td>
              <td>{t(LedgerTransactionKind.labelOf(each.kind))}</td>
              <td>{t(STEPS[each.step])}</td>
              <FigureCell>{moved(each.balance)}</FigureCell>
              <FigureCell>{moved(each.frozen)}</FigureCell>
              {hasOwn ? <FigureCell>{moved(each.earned ?? '0')}</FigureCell> : null}
            </tr>
          ))}
        </LinesTable>
        {mayCall(readTransaction) ? (
          <Link to={`/userManagement/userConsumptionRecord?businessNo=${order.name}`}>{t(words.all)}</Link>
        ) : null}
      </Stack>
      <Suspense fallback={null}>
        {shown ? <TransactionSheet id={shown} onClose={() => show(undefined)} /> : null}
      </Suspense>
    </Stack>
  );
}

/** What became of an order: its cards, what was paid and earned at each level one may see, and its postings. */
export default function OrderPanel(props: { id: string; onClose: () => void }) {
  const t = useText();
  const state = useRead(readPackageOrder, { id: props.id });
  return (
    <DetailSheet
      isOpen
      state={state}
      title={words.title}
      failed={words.failed}
      width={760}
      steps={() => []}
      tabs={(order) => [
        { key: 'order', title: t(nouns.details), content: () => <Facts order={order} /> },
        ...(mayCall(listPackageOrderRecords)
          ? [
              {
                key: 'cards',
                title: t(nouns.cards),
                count: order.lines,
                content: () => <Cards order={order} />,
              },
            ]
          : []),
        { key: 'money', title: t(moneyWords.money), content: () => <Amounts order={order} /> },
      ]}
      onClose={props.onClose}
    />
  );
}
