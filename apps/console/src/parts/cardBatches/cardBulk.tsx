import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { OrderAction } from '@cardinal/contract/api/orders/batchActions.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { lazy, Suspense } from 'react';
import type { CardBulkAction } from '../../kit/bulk/cardBulkAction.ts';
import type { FieldsKind } from './CardBulkFields.tsx';
import type { EffectKind } from './LocalEffect.tsx';

// A list offers the actions; their fields are loaded with the first one picked.
const CardBulkFields = lazy(() => import('./CardBulkFields.tsx'));
const OrderFields = lazy(() => import('../orders/OrderFields.tsx'));
const ClearingFields = lazy(() => import('./ClearingFields.tsx'));
const PoolField = lazy(() => import('../pools/PoolField.tsx'));
const LocalEffect = lazy(() => import('./LocalEffect.tsx'));

const asks =
  (kind: FieldsKind): NonNullable<CardBulkAction['parameters']> =>
  (value, change, problems) => (
    // Reserves the height of what is loading: a button below must not move.
    <Suspense fallback={<span className="bone" style={{ height: 152 }} />}>
      <CardBulkFields kind={kind} value={value} change={change} problems={problems} />
    </Suspense>
  );

const orders =
  (code: OrderAction): NonNullable<CardBulkAction['parameters']> =>
  (value, change, problems, cardIds) => (
    <Suspense fallback={<span className="bone" style={{ height: 152 }} />}>
      <OrderFields action={code} value={value} change={change} problems={problems} cardIds={cardIds} />
    </Suspense>
  );

const clears: NonNullable<CardBulkAction['parameters']> = (value, change, problems) => (
  <Suspense fallback={<span className="bone" style={{ height: 228 }} />}>
    <ClearingFields value={value} change={change} problems={problems} />
  </Suspense>
);

const inPool: NonNullable<CardBulkAction['parameters']> = (value, change, problems) => (
  <Suspense fallback={<span className="bone" style={{ height: 76 }} />}>
    <PoolField value={value} change={change} problem={problems['parameters.poolId']} />
  </Suspense>
);

const says =
  (kind: EffectKind): NonNullable<CardBulkAction['effect']> =>
  (value, cards) => (
    <Suspense>
      <LocalEffect kind={kind} value={value} cards={cards} />
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
      'Requests a stop from the carrier and adds the manual stop reason. The card counts as stopped once the carrier confirms.',
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
      'Lifts the manual stop reason. Cards without another stop reason are restarted through the carrier.',
    ),
    {
      parameters: asks('reason'),
    },
  ),
  action(
    'order_package',
    text(
      '按付款客户的价格订购；执行时冻结总额，成功一张扣一张，失败的退回余额。',
      'Ordered at the payer’s price. The total is held when it starts; each card that gets the package is charged, the rest is released.',
    ),
    { parameters: orders('order_package') },
  ),
  action(
    'renew_package',
    text(
      '为使用中的卡续订，接在现有套餐之后；失败的退回余额。',
      'Renews cards with a package in use, after what they have. What fails is released.',
    ),
    { parameters: orders('renew_package') },
  ),
  action(
    'order_flow_refuel',
    text(
      '加油包立即生效，用于当前主套餐；失败的退回余额。',
      'An add-on begins at once, beside the main package in use. What fails is released.',
    ),
    { parameters: orders('order_flow_refuel') },
  ),
  action(
    'order_voice_refuel',
    text(
      '语音加油包立即生效，用于当前主套餐；失败的退回余额。',
      'A voice add-on begins at once, beside the main package in use. What fails is released.',
    ),
    { parameters: orders('order_voice_refuel') },
  ),
  action(
    'refund_package',
    text(
      '所选套餐立即结束，按其退订规则退给付款客户；排队的套餐随之提前。',
      'Ends the packages at once and gives back what their rules say to whoever paid. Those that wait move up.',
    ),
    { isDanger: true, parameters: asks('refund') },
  ),
  action('set_tag', text('加上所选标签，每张卡最多 20 个。', 'Adds the selected tags, up to 20 per card.'), {
    isLocal: true,
    effect: says('tags'),
    parameters: asks('tags'),
  }),
  action(
    'active_card',
    text('向运营商申请激活未激活的卡。', 'Requests activation from the carrier for unactivated cards.'),
    {
      parameters: asks('reason'),
    },
  ),
  action('edit_remark', text('原来的备注会被替换。', 'Replaces the existing remark.'), {
    isLocal: true,
    effect: says('remark'),
    parameters: asks('remark'),
    secondColumn: text('备注', 'the remark'),
  }),
  action('clear_tag', text('去掉所选标签，其他标签不变。', 'Removes the selected tags. Other tags are kept.'), {
    isLocal: true,
    effect: says('noTags'),
    parameters: asks('tags'),
  }),
  action(
    'change_product',
    text('改归所选产品，并按它的当前版本。', 'Moves cards to the selected product at its current version.'),
    { parameters: asks('product') },
  ),
  action(
    'edit_service_period',
    text(
      '原来的服务期止会被替换；到期后不再刷新。只改本平台的服务期，不影响运营商。',
      'Replaces the current end of service. Cards are not refreshed after it. The carrier is not affected.',
    ),
    { parameters: asks('servicePeriod') },
  ),
  action(
    'change_communication_plan',
    text(
      '向运营商申请变更通信计划，当前会话可能中断；运营商确认后才显示新计划。',
      'Requests a different communication plan from the carrier; the current session may drop. The new plan is shown once the carrier confirms.',
    ),
    { parameters: asks('plan') },
  ),
  action('open_gprs', text('向运营商申请开通流量功能。', 'Requests the carrier to turn data on.')),
  action(
    'close_gprs',
    text('关闭后不能上网，当前会话会中断。', 'Cards cannot go online without data. Current sessions drop.'),
    {
      isDanger: true,
    },
  ),
  action('open_voice', text('向运营商申请开通语音功能。', 'Requests the carrier to turn voice on.')),
  action('close_voice', text('向运营商申请关闭语音功能。', 'Requests the carrier to turn voice off.'), {
    isDanger: true,
  }),
  action('open_sms', text('向运营商申请开通短信功能。', 'Requests the carrier to turn SMS on.')),
  action('close_sms', text('向运营商申请关闭短信功能。', 'Requests the carrier to turn SMS off.'), { isDanger: true }),
  action(
    'limit_speed',
    text(
      '向运营商申请限速；运营商确认后才算限速。',
      'Requests a speed limit from the carrier. It takes effect once the carrier confirms.',
    ),
    {
      parameters: asks('speed'),
    },
  ),
  action('cancel_limit_speed', text('向运营商申请取消限速。', 'Requests the carrier to lift the speed limit.')),
  action(
    'set_usage_cap',
    text(
      '本周期用量达到所设值后由运营商断网；运营商受理后才显示新值。',
      'The carrier cuts off data when usage in the cycle reaches this value. The new value is shown once the carrier accepts it.',
    ),
    { parameters: asks('cap') },
  ),
  action(
    'change_apn',
    text(
      '向运营商申请变更 APN，当前会话会中断。',
      'Requests a different APN from the carrier. The current session drops.',
    ),
    { parameters: asks('apn') },
  ),
  action(
    'reset_network',
    text(
      '请运营商重置上网功能，当前会话会中断并自动重连。',
      'Requests a network reset from the carrier. The current session drops and reconnects.',
    ),
  ),
  action(
    'set_white_list',
    text(
      '设了白名单的语音卡只能与名单内的号码通话；运营商确认后才显示新名单。',
      'Voice cards with a white list can only call and be called by its numbers. The new list is shown once the carrier confirms.',
    ),
    { parameters: asks('whiteList') },
  ),
  action(
    'allocate_card',
    text(
      '卡归目标客户所有，归其所选产品；双方的标签互不可见，新归属方看不到此前的操作记录。',
      'Cards move to the target customer and its product. Neither side sees the other’s tags, and the new owner does not see earlier history.',
    ),
    { parameters: asks('allocate') },
  ),
  action(
    'recover_card',
    text(
      '下级客户名下的卡回到本客户名下，下级不再看到。',
      'Cards of child customers return to your customer. The children no longer see them.',
    ),
    { isDanger: true, parameters: asks('optionalRemark') },
  ),
  action(
    'query_online',
    text(
      '逐卡向运营商查询，结果在「在线状态查询」里逐条出现；问不到的为未知，不算离线。',
      'Queries the carrier card by card; results appear under “Online states”. Cards without an answer are unknown, not offline.',
    ),
  ),
  action(
    'query_location',
    text(
      '只查询本客户和已授权客户的卡；用途与每次查看都会留痕，结果在「卡片定位」里。',
      'Only your own cards and those of customers that consented. The purpose and every view are recorded. Results appear under “Positions”.',
    ),
    { parameters: asks('purpose') },
  ),
  action('sync_card', text('向运营商读取最新状态。', 'Reads the latest status from the carrier.')),
  action(
    'bind_imei',
    text(
      '绑定后卡换到别的设备会加上机卡分离停机原因。不填 IMEI 时按最近一次读到的设备绑定。',
      'A bound card seen in another device gets the card-device separation stop reason. Without an IMEI, the card is bound to the device it was last seen in.',
    ),
    { parameters: asks('imei'), secondColumn: text('IMEI', 'the IMEI') },
  ),
  action(
    'unbind_imei',
    text('解绑并取消机卡分离停机原因。', 'Unbinds and lifts the card-device separation stop reason.'),
  ),
  action(
    'forced_stop_card',
    text(
      '加上所选停机原因并向运营商申请停机；下级客户不能自行解除，复机也不会取消该原因。',
      'Adds the selected stop reason and requests a stop from the carrier. Child customers cannot lift it, and a restart does not clear it.',
    ),
    { isDanger: true, parameters: asks('forcedStop') },
  ),
  action(
    'lift_forced_stop',
    text(
      '只取消所选停机原因；没有其他停机原因的卡会向运营商申请复机。上级客户或系统设置的原因不能在此解除。',
      'Lifts the selected stop reason only. Cards without another one are restarted through the carrier. Reasons set by a customer above yours or by the system stay.',
    ),
    { parameters: asks('forcedStop') },
  ),
  action(
    'enter_sleep',
    text(
      '向运营商申请休眠，休眠期间不能通信。',
      'Requests sleep from the carrier. A sleeping card cannot communicate.',
    ),
    {
      parameters: asks('reason'),
    },
  ),
  action('exit_sleep', text('向运营商申请退出休眠。', 'Requests the carrier to wake the card.'), {
    parameters: asks('reason'),
  }),
  action('to_test', text('向运营商申请转为测试期。', 'Requests the test state from the carrier.'), {
    parameters: asks('reason'),
  }),
  action('to_inventory', text('向运营商申请转为库存期。', 'Requests the inventory state from the carrier.'), {
    parameters: asks('reason'),
  }),
  action('to_activate', text('向运营商申请转为可激活。', 'Requests the activation-ready state from the carrier.'), {
    parameters: asks('reason'),
  }),
  action(
    'clear_balance',
    text(
      '余额退回充入的客户：充值、赠送、预存各退各的来源；预检后有变动的卡会被跳过。',
      'What is left goes back to whoever put it there: recharges, gifts and preloads each to their own. Cards whose balance moves after the preview are skipped.',
    ),
    { isDanger: true, parameters: clears },
  ),
  action('join_pool', text('套餐额度归卡池共用。', 'The pool shares their allowances.'), { parameters: inPool }),
  action('leave_pool', text('之后的用量不再计入卡池。', 'What they use from now on is not the pool’s.'), {
    parameters: inPool,
  }),
  action('pool_transfer', text('已用的留在原池，之后的计入所选卡池。', 'What was used stays where it was.'), {
    parameters: inPool,
  }),
  action('cancel_card', text('销户后不能恢复。', 'Cancelling cannot be undone.'), {
    isDanger: true,
    parameters: asks('requiredReason'),
  }),
];

/** The guard of an action, as buttons ask it. */
export const guardOf = (code: CardAction) => ({ permission: CARD_ACTIONS[code] });
