import { planOptions } from '@cardinal/contract/api/cards/plans.ts';
import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cards/selection.ts';
import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { cutRemark } from '@cardinal/primitives/remark.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { DatePicker, Input, InputNumber, Select } from 'antd';
import { useId } from 'react';
import { call } from '../../../http/call.ts';
import type { CardBulkAction } from '../../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../../kit/Field.tsx';
import type { FieldProblems } from '../../../kit/formProblems.ts';
import { ProductPicker } from '../../product/_products/ProductPicker.tsx';

const words = {
  reason: text('原因说明', 'Reason'),
  restartAt: text('自动复机时间', 'Restart at'),
  restartHelp: text('到时自动申请复机，可不填', 'Asks for a restart by itself then; optional'),
  remark: text('备注', 'Remark'),
  imei: text('IMEI', 'IMEI'),
  imeiHelp: text('14-17 位数字，只能用于一张卡，可不填', '14 to 17 digits, for one card only; optional'),
  product: text('产品', 'Product'),
  productHelp: text(
    '卡的客户须已有该产品；运营商和卡类型须一致。',
    'Their customers must have it; carrier and kind must be the same.',
  ),
  plan: text('通信计划', 'Communication plan'),
  choosePlan: text('请选择通信计划', 'Please select a plan'),
  planHelp: text('其他通道的卡会被跳过', 'Cards of other carrier accounts are skipped'),
  speed: text('限速值', 'Speed'),
  speedHelp: text(
    '须为卡所在通道支持的档位，其他卡会被跳过并说明可选值',
    'One of the speeds of their carrier account; other cards are skipped and told which there are',
  ),
  tags: text('标签', 'Tags'),
  chooseTags: text('请选择标签', 'Please select tags'),
};

type Draw = NonNullable<CardBulkAction['parameters']>;
type Given = Parameters<Draw>[0];
type FieldProps = { value: Given; change: (value: Given) => void; problem?: string | undefined };

function ReasonField(props: FieldProps & { isRequired?: boolean }) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(words.reason)} isRequired={props.isRequired ?? false} problem={props.problem}>
      <Input.TextArea
        {...describedBy(id, { problem: props.problem })}
        rows={2}
        value={props.value.reason ?? ''}
        onChange={(event) => props.change({ ...props.value, reason: cutRemark(event.target.value) || undefined })}
      />
    </Field>
  );
}

function RestartField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(words.restartAt)} help={t(words.restartHelp)} problem={props.problem}>
      <DatePicker
        {...describedBy(id, { help: true, problem: props.problem })}
        showTime
        onChange={(at) => props.change({ ...props.value, restartAt: at ? at.toISOString() : undefined })}
      />
    </Field>
  );
}

function RemarkField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(words.remark)} problem={props.problem}>
      <Input.TextArea
        {...describedBy(id, { problem: props.problem })}
        rows={3}
        value={props.value.remark ?? ''}
        onChange={(event) => props.change({ ...props.value, remark: cutRemark(event.target.value) })}
      />
    </Field>
  );
}

function ImeiField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(words.imei)} help={t(words.imeiHelp)} problem={props.problem}>
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
  const t = useText();
  const id = useId();
  const { data } = useQuery({ queryKey: [tagOptions.name], queryFn: ({ signal }) => call(tagOptions, {}, { signal }) });
  return (
    <Field id={id} label={t(words.tags)} isRequired problem={props.problem}>
      <Select
        id={id}
        mode="multiple"
        placeholder={t(words.chooseTags)}
        optionFilterProp="label"
        loading={!data}
        value={props.value.tagIds ?? []}
        options={(data ?? []).map((tag) => ({ value: tag.id, label: tag.name }))}
        onChange={(tagIds: string[]) =>
          props.change({ ...props.value, tagIds: tagIds.length > 0 ? tagIds : undefined })
        }
      />
    </Field>
  );
}

function ProductField(props: FieldProps) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(words.product)} isRequired help={t(words.productHelp)} problem={props.problem}>
      <ProductPicker
        id={id}
        value={props.value.productCode}
        problem={props.problem}
        onPick={(product) => props.change({ ...props.value, productCode: product?.code })}
      />
    </Field>
  );
}

function PlanField(props: FieldProps) {
  const t = useText();
  const id = useId();
  const { data } = useQuery({
    queryKey: [planOptions.name],
    queryFn: ({ signal }) => call(planOptions, {}, { signal }),
  });
  return (
    <Field id={id} label={t(words.plan)} isRequired help={t(words.planHelp)} problem={props.problem}>
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
    <Field id={id} label={t(words.speed)} isRequired help={t(words.speedHelp)} problem={props.problem}>
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

const at = (problems: FieldProblems, name: string) => problems[`parameters.${name}`];

const stopFields: Draw = (value, change, problems) => (
  <>
    <ReasonField value={value} change={change} problem={at(problems, 'reason')} />
    <RestartField value={value} change={change} problem={at(problems, 'restartAt')} />
  </>
);
const reasonField: Draw = (value, change, problems) => (
  <ReasonField value={value} change={change} problem={at(problems, 'reason')} />
);
const requiredReason: Draw = (value, change, problems) => (
  <ReasonField value={value} change={change} problem={at(problems, 'reason')} isRequired />
);
const remarkField: Draw = (value, change, problems) => (
  <RemarkField value={value} change={change} problem={at(problems, 'remark')} />
);
const imeiField: Draw = (value, change, problems) => (
  <ImeiField value={value} change={change} problem={at(problems, 'imei')} />
);
const productField: Draw = (value, change, problems) => (
  <ProductField value={value} change={change} problem={at(problems, 'productCode')} />
);
const planField: Draw = (value, change, problems) => (
  <PlanField value={value} change={change} problem={at(problems, 'plan')} />
);
const speedField: Draw = (value, change, problems) => (
  <SpeedField value={value} change={change} problem={at(problems, 'speedKbps')} />
);
const tagsField: Draw = (value, change, problems) => (
  <TagsField value={value} change={change} problem={at(problems, 'tagIds')} />
);

const action = (code: CardAction, consequence: Text, rest: Partial<CardBulkAction> = {}): CardBulkAction => {
  const { zh, en } = TaskType.labelOf(TaskType.values[code]);
  return { action: code, label: { zh, en }, consequence, ...rest };
};

/** What a card list offers on many cards; the three used most come first. */
export const CARD_BULK: readonly CardBulkAction[] = [
  action(
    'stop_card',
    text(
      '向运营商申请停机并加上手动停机标记；运营商确认后才算停机。',
      'Asks the carriers to stop them and adds the manual reason; they are stopped once confirmed.',
    ),
    {
      isDanger: true,
      parameters: stopFields,
    },
  ),
  action(
    'reboot_card',
    text(
      '取消手动停机标记；没有其他停机原因的卡会向运营商申请复机。',
      'Lifts the manual reason; cards without another reason are asked to restart.',
    ),
    {
      parameters: reasonField,
    },
  ),
  action('set_tag', text('给这些卡加上标签，每张卡最多 20 个。', 'Adds the tags; at most 20 a card.'), {
    parameters: tagsField,
  }),
  action(
    'active_card',
    text('向运营商申请激活未激活的卡。', 'Asks the carriers to activate cards that are not yet active.'),
    {
      parameters: reasonField,
    },
  ),
  action('edit_remark', text('这些卡的备注会被替换。', 'Replaces the remark of these cards.'), {
    parameters: remarkField,
  }),
  action('clear_tag', text('从这些卡上去掉所选标签。', 'Takes the tags off these cards.'), { parameters: tagsField }),
  action(
    'change_product',
    text('这些卡改归所选产品，并按它的当前版本。', 'Puts these cards under the product, at its present version.'),
    { parameters: productField },
  ),
  action(
    'change_communication_plan',
    text(
      '向运营商申请变更通信计划，当前会话可能中断；运营商确认后才显示新计划。',
      'Asks the carriers for another plan; a session may end. Cards show it once their carrier says so.',
    ),
    { parameters: planField },
  ),
  action('open_gprs', text('向运营商申请开通流量功能。', 'Asks the carriers to switch data on.')),
  action('close_gprs', text('关闭后不能上网，当前会话会中断。', 'Without data no card is online; sessions end.'), {
    isDanger: true,
  }),
  action('open_voice', text('向运营商申请开通语音功能。', 'Asks the carriers to switch voice on.')),
  action('close_voice', text('向运营商申请关闭语音功能。', 'Asks the carriers to switch voice off.'), {
    isDanger: true,
  }),
  action('open_sms', text('向运营商申请开通短信功能。', 'Asks the carriers to switch SMS on.')),
  action('close_sms', text('向运营商申请关闭短信功能。', 'Asks the carriers to switch SMS off.'), { isDanger: true }),
  action('limit_speed', text('向运营商申请限速；运营商确认后才算限速。', 'Asks the carriers to hold data down.'), {
    parameters: speedField,
  }),
  action('cancel_limit_speed', text('向运营商申请取消限速。', 'Asks the carriers to lift the limit.')),
  action(
    'sync_card',
    text('向运营商读取这些卡的最新状态。', 'Reads the newest state of these cards from the carriers.'),
  ),
  action(
    'bind_imei',
    text(
      '绑定后卡换到别的设备会加上机卡分离停机原因。不填 IMEI 时按最近一次读到的设备绑定；上传文件时第二列为 IMEI。',
      'A bound card in another device gets the stop reason of separation. Without an IMEI each is bound to the device it was last seen in; in a file the second column is the IMEI.',
    ),
    { parameters: imeiField, secondColumn: text('IMEI', 'the IMEI') },
  ),
  action('unbind_imei', text('解绑并取消机卡分离停机原因。', 'Unbinds them and lifts the reason of separation.')),
  action('enter_sleep', text('向运营商申请休眠，休眠期间不能通信。', 'Asks the carriers to put them to sleep.'), {
    parameters: reasonField,
  }),
  action('exit_sleep', text('向运营商申请退出休眠。', 'Asks the carriers to wake them up.'), {
    parameters: reasonField,
  }),
  action('to_test', text('向运营商申请转为测试期。', 'Asks the carriers to set them to test.'), {
    parameters: reasonField,
  }),
  action('to_inventory', text('向运营商申请转为库存期。', 'Asks the carriers to set them to inventory.'), {
    parameters: reasonField,
  }),
  action('to_activate', text('向运营商申请转为可激活。', 'Asks the carriers to make them activation-ready.'), {
    parameters: reasonField,
  }),
  action('cancel_card', text('销户后不能恢复。', 'A cancelled card cannot be brought back.'), {
    isDanger: true,
    parameters: requiredReason,
  }),
];

/** The guard of an action, as buttons ask it. */
export const guardOf = (code: CardAction) => ({ permission: CARD_ACTIONS[code] });
