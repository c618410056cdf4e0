import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';

/** What each action on many cards brings about, said before it is previewed. */
const CONSEQUENCES: Partial<Record<CardAction, Text>> = {
  stop_card: text(
    '向运营商申请停机并加上手动停机标记；运营商确认后才算停机。',
    'Requests a stop from the carrier and adds the manual stop reason. The card counts as stopped once the carrier confirms.',
  ),
  reboot_card: text(
    '取消手动停机标记；没有其他停机原因的卡会向运营商申请复机。',
    'Lifts the manual stop reason. Cards without another stop reason are restarted through the carrier.',
  ),
  order_package: text(
    '按付款客户的价格订购；执行时冻结总额，成功一张扣一张，失败的退回余额。',
    'Ordered at the payer’s price. The total is held when it starts; each card that gets the package is charged, the rest is released.',
  ),
  renew_package: text(
    '为使用中的卡续订，接在现有套餐之后；失败的退回余额。',
    'Renews cards with a package in use, after what they have. What fails is released.',
  ),
  order_flow_refuel: text(
    '加油包立即生效，用于当前主套餐；失败的退回余额。',
    'An add-on begins at once, beside the main package in use. What fails is released.',
  ),
  order_voice_refuel: text(
    '语音加油包立即生效，用于当前主套餐；失败的退回余额。',
    'A voice add-on begins at once, beside the main package in use. What fails is released.',
  ),
  refund_package: text(
    '所选套餐立即结束，按其退订规则退给付款客户；排队的套餐随之提前。',
    'Ends the packages at once and gives back what their rules say to whoever paid. Those that wait move up.',
  ),
  set_tag: text('加上所选标签，每张卡最多 20 个。', 'Adds the selected tags, up to 20 per card.'),
  active_card: text('向运营商申请激活未激活的卡。', 'Requests activation from the carrier for unactivated cards.'),
  edit_remark: text('原来的备注会被替换。', 'Replaces the existing remark.'),
  clear_tag: text('去掉所选标签，其他标签不变。', 'Removes the selected tags. Other tags are kept.'),
  change_product: text(
    '改归所选产品，并按它的当前版本。',
    'Moves cards to the selected product at its current version.',
  ),
  edit_service_period: text(
    '原来的服务期止会被替换；到期后不再刷新。只改本平台的服务期，不影响运营商。',
    'Replaces the current end of service. Cards are not refreshed after it. The carrier is not affected.',
  ),
  change_communication_plan: text(
    '向运营商申请变更通信计划，当前会话可能中断；运营商确认后才显示新计划。',
    'Requests a different communication plan from the carrier; the current session may drop. The new plan is shown once the carrier confirms.',
  ),
  open_gprs: text('向运营商申请开通流量功能。', 'Requests the carrier to turn data on.'),
  close_gprs: text('关闭后不能上网，当前会话会中断。', 'Cards cannot go online without data. Current sessions drop.'),
  open_voice: text('向运营商申请开通语音功能。', 'Requests the carrier to turn voice on.'),
  close_voice: text('向运营商申请关闭语音功能。', 'Requests the carrier to turn voice off.'),
  open_sms: text('向运营商申请开通短信功能。', 'Requests the carrier to turn SMS on.'),
  close_sms: text('向运营商申请关闭短信功能。', 'Requests the carrier to turn SMS off.'),
  limit_speed: text(
    '向运营商申请限速；运营商确认后才算限速。',
    'Requests a speed limit from the carrier. It takes effect once the carrier confirms.',
  ),
  cancel_limit_speed: text('向运营商申请取消限速。', 'Requests the carrier to lift the speed limit.'),
  set_usage_cap: text(
    '本周期用量达到所设值后由运营商断网；运营商受理后才显示新值。',
    'The carrier cuts off data when usage in the cycle reaches this value. The new value is shown once the carrier accepts it.',
  ),
  change_apn: text(
    '向运营商申请变更 APN，当前会话会中断。',
    'Requests a different APN from the carrier. The current session drops.',
  ),
  reset_network: text(
    '请运营商重置上网功能，当前会话会中断并自动重连。',
    'Requests a network reset from the carrier. The current session drops and reconnects.',
  ),
  set_white_list: text(
    '设了白名单的语音卡只能与名单内的号码通话；运营商确认后才显示新名单。',
    'Voice cards with a white list can only call and be called by its numbers. The new list is shown once the carrier confirms.',
  ),
  allocate_card: text(
    '卡归目标客户所有，归其所选产品；双方的标签互不可见，新归属方看不到此前的操作记录。',
    'Cards move to the target customer and its product. Neither side sees the other’s tags, and the new owner does not see earlier history.',
  ),
  recover_card: text(
    '下级客户名下的卡回到本客户名下，下级不再看到。',
    'Cards of child customers return to your customer. The children no longer see them.',
  ),
  query_online: text(
    '逐卡向运营商查询，结果在「在线状态查询」里逐条出现；问不到的为未知，不算离线。',
    'Queries the carrier card by card; results appear under “Online states”. Cards without an answer are unknown, not offline.',
  ),
  query_location: text(
    '只查询本客户和已授权客户的卡；用途与每次查看都会留痕，结果在「卡片定位」里。',
    'Only your own cards and those of customers that consented. The purpose and every view are recorded. Results appear under “Positions”.',
  ),
  sync_card: text('向运营商读取最新状态。', 'Reads the latest status from the carrier.'),
  bind_imei: text(
    '绑定后卡换到别的设备会加上机卡分离停机原因。不填 IMEI 时按最近一次读到的设备绑定。',
    'A bound card seen in another device gets the card-device separation stop reason. Without an IMEI, the card is bound to the device it was last seen in.',
  ),
  unbind_imei: text('解绑并取消机卡分离停机原因。', 'Unbinds and lifts the card-device separation stop reason.'),
  forced_stop_card: text(
    '加上所选停机原因并向运营商申请停机；下级客户不能自行解除，复机也不会取消该原因。',
    'Adds the selected stop reason and requests a stop from the carrier. Child customers cannot lift it, and a restart does not clear it.',
  ),
  lift_forced_stop: text(
    '只取消所选停机原因；没有其他停机原因的卡会向运营商申请复机。上级客户或系统设置的原因不能在此解除。',
    'Lifts the selected stop reason only. Cards without another one are restarted through the carrier. Reasons set by a customer above yours or by the system stay.',
  ),
  enter_sleep: text(
    '向运营商申请休眠，休眠期间不能通信。',
    'Requests sleep from the carrier. A sleeping card cannot communicate.',
  ),
  exit_sleep: text('向运营商申请退出休眠。', 'Requests the carrier to wake the card.'),
  to_test: text('向运营商申请转为测试期。', 'Requests the test state from the carrier.'),
  to_inventory: text('向运营商申请转为库存期。', 'Requests the inventory state from the carrier.'),
  to_activate: text('向运营商申请转为可激活。', 'Requests the activation-ready state from the carrier.'),
  clear_balance: text(
    '余额退回充入的客户：充值、赠送、预存各退各的来源；预检后有变动的卡会被跳过。',
    'What is left goes back to whoever put it there: recharges, gifts and preloads each to their own. Cards whose balance moves after the preview are skipped.',
  ),
  join_flow_pool: text(
    '超出自有套餐的用量由流量池提供；之前的用量不计。',
    'The pool gives what they use beyond their own packages, from now on.',
  ),
  leave_flow_pool: text('之后的用量不再由流量池提供。', 'The pool gives nothing of what they use from now on.'),
  join_pool: text('套餐额度归卡池共用。', 'The pool shares their allowances.'),
  leave_pool: text('之后的用量不再计入卡池。', 'What they use from now on is not the pool’s.'),
  pool_transfer: text(
    '已用的留在原池，之后的计入所选卡池。',
    'What was used stays with the old pool; what follows counts in the chosen one.',
  ),
  cancel_card: text('销户后不能恢复。', 'Cancelling cannot be undone.'),
};

/** Loaded with the first action picked. */
export default function Consequence({ action }: { action: CardAction }) {
  const t = useText();
  const consequence = CONSEQUENCES[action];
  return consequence ? t(consequence) : null;
}
