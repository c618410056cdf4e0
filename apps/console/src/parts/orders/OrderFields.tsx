import { MOST_PERIODS, type OrderAction } from '@cardinal/contract/api/orders/batchActions.ts';
import { MOST_CARDS_ASKED, orderablePackages } from '@cardinal/contract/api/orders/orderablePackages.ts';
import { readPackagePrices } from '@cardinal/contract/api/packages/packagePrices.ts';
import { EffectiveType, OrderingSwitch, PackageType } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { byteAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { InputNumber, Select } from 'antd';
import { lazy, Suspense, useDeferredValue, useId, useState } from 'react';
import { isFailure } from '../../http/failure.ts';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { CustomerPicker } from '../../kit/CustomerPicker.tsx';
import { describedBy, Field } from '../../kit/Field.tsx';
import type { FieldProblems } from '../../kit/formProblems.ts';
import { useRead } from '../../kit/useRead.ts';
import { timesOf, validityOf } from '../packages/packageTerms.tsx';

const PriceSheet = lazy(() => import('../packages/PriceSheet.tsx'));

const words = {
  payer: text('付款客户', 'Paid by'),
  payerHelp: text(
    '从其余额按其结算价扣款；卡须在其名下。',
    'Charged to its balance at its own price; the cards must be in its tree.',
  ),
  payerFirst: text('请先选择付款客户', 'Select the customer that pays first'),
  none: text('没有可订购的套餐', 'No package to order'),
  noneForCards: text('勾选的卡没有可订购的套餐', 'Checked cards have no orderable package'),
  perCard: text('每张卡 {price} {currency} · {terms}', '{price} {currency} per card · {terms}'),
  periods: text('期数', 'Periods'),
  periodsHelp: text('一期接一期；每张卡 {price} {currency}', 'One behind the other; {price} {currency} per card'),
  flow: text('流量 {amount}', '{amount} of data'),
  unlimited: text('不限量流量', 'unlimited data'),
  voice: text('{n} 分钟', '{n} {n|minute|minutes}'),
  sms: text('{n} 条短信', '{n} {n|message|messages}'),
  asPackage: text('按套餐：{way}', 'As the package says: {way}'),
  nextOn: text('下一周期开始：', 'The next period begins: '),
  nextByCard: text('按每张卡通道的账期确定。', 'Depends on the cycle of each card’s carrier account.'),
  postponed: text(
    '卡上最后一个主套餐到期后生效；没有主套餐则立即生效。',
    'Begins when the last main package of the card has ended, or at once where it has none.',
  ),
  renewed: text('接在卡上最后一个主套餐之后，不重叠。', 'Follows the last main package of the card, without overlap.'),
  afterDays: text('再推迟（天）', 'Days after that'),
};

type Package = AnswerOf<typeof orderablePackages>['packages'][number];

/** What a package grants, in words. */
function termsOf(t: ReturnType<typeof useText>, each: Package): string {
  const volume = each.flowBytes === null ? undefined : byteAmount(each.flowBytes);
  const parts = [
    volume === undefined
      ? t(words.unlimited)
      : each.flowBytes === '0'
        ? ''
        : t(words.flow, { amount: `${volume.value} ${volume.unit}` }),
    each.voiceSeconds ? t(words.voice, { n: Math.floor(each.voiceSeconds / 60) }) : '',
    each.smsCount ? t(words.sms, { n: each.smsCount }) : '',
    t(...validityOf(each)),
  ];
  return timesOf(each.units) + parts.filter(Boolean).join(' · ');
}

function EffectiveFields(props: {
  picked: Package | undefined;
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problems: FieldProblems;
}) {
  const { picked, value } = props;
  const t = useText();
  const id = useId();
  const way = value.effectiveType ?? picked?.effectiveType;
  const { nextMonth, postpone } = EffectiveType.values;
  return (
    <>
      <Field
        id={id}
        label={t(EffectiveType.title)}
        help={
          way === postpone ? (
            t(words.postponed)
          ) : way === nextMonth ? (
            picked?.nextStart ? (
              <>
                {t(words.nextOn)}
                <TimeText at={picked.nextStart} />
              </>
            ) : (
              t(words.nextByCard)
            )
          ) : undefined
        }
        problem={props.problems['parameters.effectiveType']}
      >
        <Select
          {...describedBy(id, { help: true, problem: props.problems['parameters.effectiveType'] })}
          allowClear
          placeholder={picked ? t(words.asPackage, { way: t(EffectiveType.labelOf(picked.effectiveType)) }) : ''}
          value={value.effectiveType}
          options={EffectiveType.options.map(({ value: each }) => ({
            value: each,
            label: t(EffectiveType.labelOf(each)),
          }))}
          onChange={(effectiveType) => props.change({ ...value, effectiveType, postponeDays: undefined })}
        />
      </Field>
      {value.effectiveType === postpone ? (
        <Field id={`${id}-days`} label={t(words.afterDays)} problem={props.problems['parameters.postponeDays']}>
          <InputNumber
            {...describedBy(`${id}-days`, { problem: props.problems['parameters.postponeDays'] })}
            min={0}
            max={365}
            precision={0}
            value={value.postponeDays ?? 0}
            onChange={(postponeDays) => props.change({ ...value, postponeDays: postponeDays ?? undefined })}
          />
        </Field>
      ) : null}
    </>
  );
}

/** How many of a main package, and what that costs. */
function PeriodsField(props: {
  picked: Package | undefined;
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problem: string | undefined;
}) {
  const { picked, value, problem } = props;
  const t = useText();
  const id = useId();
  const periods = value.periods ?? 1;
  const help =
    picked && periods > 1
      ? t(words.periodsHelp, {
          price: moneyAmount(String(BigInt(picked.price) * BigInt(periods)), picked.currency),
          currency: picked.currency,
        })
      : undefined;
  return (
    <Field id={id} label={t(words.periods)} help={help} problem={problem}>
      <InputNumber
        {...describedBy(id, { help: true, problem })}
        min={1}
        max={MOST_PERIODS}
        precision={0}
        value={periods}
        onChange={(typed) => props.change({ ...value, periods: typed && typed > 1 ? typed : undefined })}
      />
    </Field>
  );
}

/** Which package is ordered, who pays, and when it begins. */
export default function OrderFields(props: {
  action: OrderAction;
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problems: FieldProblems;
  /** The cards, where they are known one by one: only what some of them may order is offered. */
  cardIds: readonly string[] | undefined;
}) {
  const { action, value, problems, cardIds } = props;
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isPriceShown, showPrices] = useState(false);
  const keyword = useDeferredValue(typed.trim());
  const isAsked = cardIds !== undefined && cardIds.length <= MOST_CARDS_ASKED;
  const found = useRead(
    orderablePackages,
    {
      action,
      ...(value.payerId ? { payerId: value.payerId } : {}),
      ...(keyword ? { keyword } : {}),
      ...(isAsked ? { cardIds: [...cardIds] } : {}),
    },
    { keepsPrevious: true, retry: false },
  );
  const mustNamePayer = found.data?.mustNamePayer ?? false;
  const packages = (found.data?.packages ?? []).filter(({ whyNot }) => !isAsked || whyNot !== 'product');
  const picked = packages.find((each) => each.id === value.packageId);
  const refused = found.isError && isFailure(found.error) ? found.error.message : undefined;
  const hasNone =
    isAsked && found.data !== undefined && !keyword && !(mustNamePayer && !value.payerId)
      ? packages.every(({ whyNot }) => whyNot !== null)
      : false;
  const packageProblem = problems['parameters.packageId'] ?? refused ?? (hasNone ? t(words.noneForCards) : undefined);
  return (
    <>
      {mustNamePayer ? (
        <Field
          id={`${id}-payer`}
          label={t(words.payer)}
          isRequired
          help={t(words.payerHelp)}
          problem={problems['parameters.payerId']}
        >
          <CustomerPicker
            id={`${id}-payer`}
            value={value.payerId}
            problem={problems['parameters.payerId']}
            onValue={(payerId) => props.change({ ...value, payerId, packageId: undefined })}
          />
        </Field>
      ) : null}
      <Field
        id={id}
        label={t(nouns.package)}
        isRequired
        help={
          picked ? (
            <>
              {t(words.perCard, {
                price: moneyAmount(picked.price, picked.currency),
                currency: picked.currency,
                terms: termsOf(t, picked),
              })}{' '}
              <TextButton onClick={() => showPrices(true)}>{t(readPackagePrices.summary)}</TextButton>
            </>
          ) : undefined
        }
        problem={packageProblem}
      >
        <Select
          {...describedBy(id, { help: true, problem: packageProblem })}
          showSearch={{ filterOption: false, onSearch: setTyped }}
          placeholder={t(sentences.findPackages)}
          notFoundContent={t(mustNamePayer && !value.payerId ? words.payerFirst : words.none)}
          loading={found.isFetching}
          value={value.packageId ?? null}
          options={packages.map((each) => ({
            value: each.id,
            disabled: each.whyNot !== null,
            label: [
              each.name,
              each.code,
              each.type === 'month' ? '' : t(PackageType.labelOf(each.type)),
              each.whyNot === null ? moneyAmount(each.price, each.currency) : t(OrderingSwitch.labelOf(each.whyNot)),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
          onChange={(packageId) => props.change({ ...value, packageId: packageId ?? undefined })}
        />
      </Field>
      <Suspense fallback={null}>
        {isPriceShown && picked ? (
          <PriceSheet
            packageId={picked.id}
            {...(value.payerId ? { customerId: value.payerId } : {})}
            onClose={() => showPrices(false)}
          />
        ) : null}
      </Suspense>
      {action === 'order_package' ? (
        <EffectiveFields picked={picked} value={value} change={props.change} problems={problems} />
      ) : null}
      {action === 'order_package' || action === 'renew_package' ? (
        <PeriodsField picked={picked} value={value} change={props.change} problem={problems['parameters.periods']} />
      ) : null}
      {action === 'renew_package' ? <p className="field-help">{t(words.renewed)}</p> : null}
    </>
  );
}
