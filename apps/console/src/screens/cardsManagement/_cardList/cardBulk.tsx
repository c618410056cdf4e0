import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cards/selection.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { lazy, Suspense } from 'react';
import type { CardBulkAction } from '../../../kit/bulk/cardBulkAction.ts';
import type { FieldsKind } from './CardBulkFields.tsx';

// A list offers the actions; what they ask for is loaded with the first that is picked.
const CardBulkFields = lazy(() => import('./CardBulkFields.tsx'));

const asks =
  (kind: FieldsKind): NonNullable<CardBulkAction['parameters']> =>
  (value, change, problems) => (
    <Suspense>
      <CardBulkFields kind={kind} value={value} change={change} problems={problems} />
    </Suspense>
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
      parameters: asks('stop'),
    },
  ),
  action(
    'reboot_card',
    text(
      '取消手动停机标记；没有其他停机原因的卡会向运营商申请复机。',
      'Lifts the manual reason; cards without another reason are asked to restart.',
    ),
    {
      parameters: asks('reason'),
    },
  ),
  action('set_tag', text('给这些卡加上标签，每张卡最多 20 个。', 'Adds the tags; at most 20 a card.'), {
    parameters: asks('tags'),
  }),
  action(
    'active_card',
    text('向运营商申请激活未激活的卡。', 'Asks the carriers to activate cards that are not yet active.'),
    {
      parameters: asks('reason'),
    },
  ),
  action('edit_remark', text('这些卡的备注会被替换。', 'Replaces the remark of these cards.'), {
    parameters: asks('remark'),
  }),
  action('clear_tag', text('从这些卡上去掉所选标签。', 'Takes the tags off these cards.'), {
    parameters: asks('tags'),
  }),
  action(
    'change_product',
    text('这些卡改归所选产品，并按它的当前版本。', 'Puts these cards under the product, at its present version.'),
    { parameters: asks('product') },
  ),
  action(
    'change_communication_plan',
    text(
      '向运营商申请变更通信计划，当前会话可能中断；运营商确认后才显示新计划。',
      'Asks the carriers for another plan; a session may end. Cards show it once their carrier says so.',
    ),
    { parameters: asks('plan') },
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
    parameters: asks('speed'),
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
    { parameters: asks('imei'), secondColumn: text('IMEI', 'the IMEI') },
  ),
  action('unbind_imei', text('解绑并取消机卡分离停机原因。', 'Unbinds them and lifts the reason of separation.')),
  action('enter_sleep', text('向运营商申请休眠，休眠期间不能通信。', 'Asks the carriers to put them to sleep.'), {
    parameters: asks('reason'),
  }),
  action('exit_sleep', text('向运营商申请退出休眠。', 'Asks the carriers to wake them up.'), {
    parameters: asks('reason'),
  }),
  action('to_test', text('向运营商申请转为测试期。', 'Asks the carriers to set them to test.'), {
    parameters: asks('reason'),
  }),
  action('to_inventory', text('向运营商申请转为库存期。', 'Asks the carriers to set them to inventory.'), {
    parameters: asks('reason'),
  }),
  action('to_activate', text('向运营商申请转为可激活。', 'Asks the carriers to make them activation-ready.'), {
    parameters: asks('reason'),
  }),
  action('cancel_card', text('销户后不能恢复。', 'A cancelled card cannot be brought back.'), {
    isDanger: true,
    parameters: asks('requiredReason'),
  }),
];

/** The guard of an action, as buttons ask it. */
export const guardOf = (code: CardAction) => ({ permission: CARD_ACTIONS[code] });
