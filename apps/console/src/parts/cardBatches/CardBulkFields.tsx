import { planOptions } from '@cardinal/contract/api/cardCommands/plans.ts';
import { FORCED_STOP_REASONS, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { cutRemark } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { CustomerPicker } from '../../kit/CustomerPicker.tsx';
import { describedBy, Field } from '../../kit/Field.tsx';
import type { FieldProblems } from '../../kit/formProblems.ts';
import { TagChoice } from '../../kit/TagChoice.tsx';
import { useRead } from '../../kit/useRead.ts';
import { ProductPicker } from '../catalogue/ProductPicker.tsx';
import { PriceField } from './PriceField.tsx';
import { ReasonField } from './ReasonField.tsx';
import { UsagesField } from './UsagesField.tsx';
import { WhiteListField } from './WhiteListField.tsx';

const words = {
  chooseStopReason: text('请选择停机原因', 'Please select a stop reason'),
  restartHelp: text('到时自动申请复机，可不填', 'Requests a restart automatically at that time; optional'),
  purposeHelp: text('如：现场盘点；与结果一起长期保存', 'Retained with the results'),
  imeiHelp: text('14-17 位数字，只能用于一张卡，可不填', '14 to 17 digits, for one card only; optional'),
  productHelp: text(
    '卡的客户须已有该产品；运营商和卡类型须一致。',
    'The cards’ customers must have this product; carrier and card kind must match.',
  ),
  productOfTarget: text(
    '须已下发给目标客户；不选则沿用卡现有的产品',
    'Must be distributed to the target customer. If empty, cards keep their product.',
  ),
  targetHelp: text('可选任一下级客户', 'Any customer below yours'),
  choosePlan: text('请选择通信计划', 'Please select a plan'),
  planHelp: text('其他通道的卡会被跳过', 'Cards of other carrier accounts are skipped'),
  speedHelp: text(
    '须为卡所在通道支持的档位，其他卡会被跳过并说明可选值',
    'Must be a speed supported by the card’s carrier account. Other cards are skipped, with the supported speeds listed.',
  ),
  chooseCap: text('请选择', 'Please select'),
  capAt: text('用量达到', 'When usage reaches'),
  capNow: text('立即断网（产生流量即断）', 'Immediately (on first byte)'),
  capNone: text('不断网（取消）', 'Never (remove cap)'),
  apnHelp: text('须为卡所在通道已开通的 APN', 'Must be an APN enabled for the card’s carrier account'),
  servicePeriod: text('服务期止', 'Service ends'),
  servicePeriodHelp: text('到所选日期的 24 点为止', 'Until the end of that day'),
};

/** The default: a card of 1 GB. */
const FIRST_CAP_MB = 1_024;

type FieldProps = {
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problem?: string | undefined;
};

function StopReasonField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(StopReason.title)} isRequired problem={props.problem}>
      <Select
        {...describedBy(id, { problem: props.problem })}
        placeholder={t(words.chooseStopReason)}
        value={props.value.stopReason}
        options={FORCED_STOP_REASONS.map((value) => ({ value: value as number, label: t(StopReason.labelOf(value)) }))}
        onChange={(stopReason) => props.change({ ...props.value, stopReason })}
      />
    </Field>
  );
}

function RestartField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(nouns.restartAt)} help={t(words.restartHelp)} problem={props.problem}>
      <DatePicker
        {...describedBy(id, { help: true, problem: props.problem })}
        showTime
        onChange={(at) => props.change({ ...props.value, restartAt: at ? at.toISOString() : undefined })}
      />
    </Field>
  );
}

/** A day lasts to its end in the viewer's time zone. */
function ServicePeriodField(props: FieldProps) {
  const t = useText();
  const id = useId();
  const { servicePeriodEnd } = props.value;
  return (
    <Field id={id} label={t(words.servicePeriod)} isRequired help={t(words.servicePeriodHelp)} problem={props.problem}>
      <DatePicker
        {...describedBy(id, { help: true, problem: props.problem })}
        value={servicePeriodEnd ? dayjs(servicePeriodEnd) : null}
        disabledDate={(day) => day.isBefore(dayjs().startOf('day'))}
        onChange={(day) =>
          props.change({ ...props.value, servicePeriodEnd: day ? day.endOf('day').toISOString() : undefined })
        }
      />
    </Field>
  );
}

function RemarkField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(nouns.remark)} problem={props.problem}>
      <Input.TextArea
        {...describedBy(id, { problem: props.problem })}
        rows={3}
        value={props.value.remark ?? ''}
        onChange={(event) => props.change({ ...props.value, remark: cutRemark(event.target.value) })}
      />
    </Field>
  );
}

function PurposeField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(nouns.purpose)} isRequired help={t(words.purposeHelp)} problem={props.problem}>
      <Input
        {...describedBy(id, { help: true, problem: props.problem })}
        maxLength={255}
        value={props.value.purpose ?? ''}
        onChange={(event) => props.change({ ...props.value, purpose: event.target.value || undefined })}
      />
    </Field>
  );
}

function ImeiField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(nouns.imei)} help={t(words.imeiHelp)} problem={props.problem}>
      <Input
        {...describedBy(id, { help: true, problem: props.problem })}
        maxLength={17}
        inputMode="numeric"
        value={props.value.imei ?? ''}
        onChange={(event) => props.change({ ...props.value, imei: event.target.value.trim() || undefined })}
      />
    </Field>
  );
}

function TagsField(props: FieldProps) {
  return (
    <TagChoice
      label={nouns.tags}
      isRequired
      problem={props.problem}
      value={props.value.tagIds ?? []}
      onChange={(tagIds) => props.change({ ...props.value, tagIds: tagIds.length > 0 ? tagIds : undefined })}
    />
  );
}

function ProductField(props: FieldProps & { isOfTarget?: boolean }) {
  const t = useText();
  const id = useId();
  return (
    <Field
      id={id}
      label={t(nouns.product)}
      isRequired={!props.isOfTarget}
      help={t(props.isOfTarget ? words.productOfTarget : words.productHelp)}
      problem={props.problem}
    >
      <ProductPicker
        id={id}
        value={props.value.productCode}
        problem={props.problem}
        onPick={(product) => props.change({ ...props.value, productCode: product?.code })}
      />
    </Field>
  );
}

function TargetField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(nouns.targetCustomer)} isRequired help={t(words.targetHelp)} problem={props.problem}>
      <CustomerPicker
        id={id}
        value={props.value.targetCustomerId}
        problem={props.problem}
        onValue={(targetCustomerId) => props.change({ ...props.value, targetCustomerId })}
      />
    </Field>
  );
}

function PlanField(props: FieldProps) {
  const t = useText();
  const id = useId();
  const { data } = useRead(planOptions, {}, { isSilent: false });
  return (
    <Field id={id} label={t(nouns.communicationPlan)} isRequired help={t(words.planHelp)} problem={props.problem}>
      <Select
        {...describedBy(id, { help: true, problem: props.problem })}
        showSearch
        optionFilterProp="label"
        loading={!data}
        placeholder={t(words.choosePlan)}
        value={props.value.plan}
        options={(data ?? []).map(({ carrierName, name }) => ({
          value: carrierName,
          label: name === carrierName ? name : `${name} · ${carrierName}`,
        }))}
        onChange={(plan: string) => props.change({ ...props.value, plan })}
      />
    </Field>
  );
}

function SpeedField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(nouns.speed)} isRequired help={t(words.speedHelp)} problem={props.problem}>
      <InputNumber
        {...describedBy(id, { help: true, problem: props.problem })}
        min={1}
        max={1_000_000}
        precision={0}
        addonAfter="kbps"
        value={props.value.speedKbps ?? null}
        onChange={(speedKbps) => props.change({ ...props.value, speedKbps: speedKbps ?? undefined })}
      />
    </Field>
  );
}

function CapField(props: FieldProps) {
  const t = useText();
  const id = useId();
  const { usageCapMb } = props.value;
  const way = usageCapMb === undefined ? undefined : usageCapMb === null ? 'none' : usageCapMb === 0 ? 'now' : 'at';
  return (
    <>
      <Field id={id} label={t(nouns.usageCap)} isRequired problem={way === 'at' ? undefined : props.problem}>
        <Select
          {...describedBy(id, { problem: props.problem })}
          placeholder={t(words.chooseCap)}
          value={way}
          options={[
            { value: 'at', label: t(words.capAt) },
            { value: 'now', label: t(words.capNow) },
            { value: 'none', label: t(words.capNone) },
          ]}
          onChange={(next: 'at' | 'now' | 'none') =>
            props.change({ ...props.value, usageCapMb: { at: FIRST_CAP_MB, now: 0, none: null }[next] })
          }
        />
      </Field>
      {way === 'at' ? (
        <Field id={`${id}-mb`} label={t(words.capAt)} isRequired problem={props.problem}>
          <InputNumber
            {...describedBy(`${id}-mb`, { problem: props.problem })}
            min={1}
            max={10_000_000}
            precision={0}
            addonAfter="MB"
            value={usageCapMb ?? null}
            onChange={(next) => props.change({ ...props.value, usageCapMb: next ?? FIRST_CAP_MB })}
          />
        </Field>
      ) : null}
    </>
  );
}

function ApnField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label="APN" isRequired help={t(words.apnHelp)} problem={props.problem}>
      <Input
        {...describedBy(id, { help: true, problem: props.problem })}
        maxLength={64}
        value={props.value.apn ?? ''}
        onChange={(event) => props.change({ ...props.value, apn: event.target.value.trim() || undefined })}
      />
    </Field>
  );
}

/** Which of the parameters an action asks for. */
export type FieldsKind =
  | 'stop'
  | 'forcedStop'
  | 'reason'
  | 'requiredReason'
  | 'remark'
  | 'imei'
  | 'product'
  | 'plan'
  | 'speed'
  | 'cap'
  | 'apn'
  | 'whiteList'
  | 'allocate'
  | 'optionalRemark'
  | 'purpose'
  | 'servicePeriod'
  | 'tags'
  | 'refund';

/** The fields of one action's own parameters. */
export default function CardBulkFields(props: {
  kind: FieldsKind;
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problems: FieldProblems;
}) {
  const { kind, problems, ...given } = props;
  const at = (name: string) => problems[`parameters.${name}`];
  switch (kind) {
    case 'stop':
      return (
        <>
          <ReasonField {...given} problem={at('reason')} />
          <RestartField {...given} problem={at('restartAt')} />
        </>
      );
    case 'forcedStop':
      return (
        <>
          <StopReasonField {...given} problem={at('stopReason')} />
          <ReasonField {...given} problem={at('reason')} />
        </>
      );
    case 'reason':
    case 'requiredReason':
      return <ReasonField {...given} problem={at('reason')} isRequired={kind === 'requiredReason'} />;
    case 'remark':
    case 'optionalRemark':
      return <RemarkField {...given} problem={at('remark')} />;
    case 'imei':
      return <ImeiField {...given} problem={at('imei')} />;
    case 'product':
      return <ProductField {...given} problem={at('productCode')} />;
    case 'plan':
      return <PlanField {...given} problem={at('plan')} />;
    case 'speed':
      return <SpeedField {...given} problem={at('speedKbps')} />;
    case 'allocate':
      return (
        <>
          <TargetField {...given} problem={at('targetCustomerId')} />
          <ProductField {...given} problem={at('productCode')} isOfTarget />
          <PriceField {...given} problem={at('cardPrice')} />
          <RemarkField {...given} problem={at('remark')} />
        </>
      );
    case 'purpose':
      return <PurposeField {...given} problem={at('purpose')} />;
    case 'cap':
      return <CapField {...given} problem={at('usageCapMb')} />;
    case 'apn':
      return <ApnField {...given} problem={at('apn')} />;
    case 'whiteList':
      return <WhiteListField {...given} problems={problems} />;
    case 'servicePeriod':
      return <ServicePeriodField {...given} problem={at('servicePeriodEnd')} />;
    case 'refund':
      return (
        <>
          <UsagesField {...given} problem={at('usages')} />
          <ReasonField {...given} problem={at('reason')} />
        </>
      );
    case 'tags':
      return <TagsField {...given} problem={at('tagIds')} />;
  }
}
