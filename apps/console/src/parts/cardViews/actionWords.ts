import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { LINE_FUNCTIONS } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** An action on one card: the label of its button, and of the button that confirms it. */
type Words = { readonly name: Text; readonly act: Text };

const words = (name: Text, act: Text): Words => ({ name, act });

export const ACTION_WORDS: Readonly<Record<CardAction, Words>> = {
  stop_card: words(text('停机', 'Stop'), text('停机此卡', 'Stop card')),
  active_card: words(text('激活', 'Activate'), text('激活此卡', 'Activate card')),
  reboot_card: words(text('复机', 'Restart'), text('复机此卡', 'Restart card')),
  forced_stop_card: words(text('强制停机', 'Forced stop'), text('强制停机此卡', 'Force stop')),
  lift_forced_stop: words(text('解除强制停机', 'Lift forced stop'), text('解除停机原因', 'Lift stop reason')),
  cancel_card: words(text('销户', 'Cancel card'), text('销户此卡', 'Cancel card')),
  enter_sleep: words(text('进入休眠', 'Sleep'), text('休眠此卡', 'Put card to sleep')),
  exit_sleep: words(text('退出休眠', 'Wake up'), text('唤醒此卡', 'Wake card')),
  to_test: words(text('转测试期', 'Set to test period'), text('转为测试期', 'Set to test period')),
  to_inventory: words(text('转库存期', 'Set to inventory'), text('转为库存期', 'Set to inventory')),
  to_activate: words(text('转可激活', 'Set to activation ready'), text('转为可激活', 'Set to activation ready')),
  order_package: words(text('订购套餐', 'Order package'), text('为此卡订购', 'Order for card')),
  renew_package: words(text('续订套餐', 'Renew package'), text('为此卡续订', 'Renew for card')),
  order_flow_refuel: words(text('订流量加油包', 'Data add-on'), text('为此卡订购', 'Order for card')),
  order_voice_refuel: words(text('订语音加油包', 'Voice add-on'), text('为此卡订购', 'Order for card')),
  refund_package: words(text('退订套餐', 'Unsubscribe'), text('退订此卡套餐', 'Unsubscribe card')),
  clear_balance: words(text('清理余额', 'Clear balance'), text('提交清理', 'Submit clearing')),
  bind_imei: words(text('绑定 IMEI', 'Bind IMEI'), text('绑定此卡', 'Bind card')),
  unbind_imei: words(text('解绑 IMEI', 'Unbind IMEI'), verbs.unbind),
  edit_remark: words(verbs.editRemark, text('保存备注', 'Save remark')),
  set_tag: words(verbs.setTags, verbs.setTags),
  clear_tag: words(verbs.clearTags, verbs.clearTags),
  change_product: words(text('变更产品', 'Change product'), verbs.changeCard),
  edit_service_period: words(text('修改服务期', 'Edit service period'), text('修改服务期', 'Set service period')),
  change_communication_plan: words(text('变更通信计划', 'Change plan'), verbs.changeCard),
  open_gprs: words(text('开通流量', 'Data on'), text('开通流量', 'Turn data on')),
  close_gprs: words(text('关闭流量', 'Data off'), text('关闭流量', 'Turn data off')),
  open_voice: words(text('开通语音', 'Voice on'), text('开通语音', 'Turn voice on')),
  close_voice: words(text('关闭语音', 'Voice off'), text('关闭语音', 'Turn voice off')),
  open_sms: words(text('开通短信', 'SMS on'), text('开通短信', 'Turn SMS on')),
  close_sms: words(text('关闭短信', 'SMS off'), text('关闭短信', 'Turn SMS off')),
  limit_speed: words(text('限速', 'Limit speed'), text('限速此卡', 'Limit speed')),
  cancel_limit_speed: words(text('取消限速', 'Lift limit'), text('取消限速', 'Lift speed limit')),
  set_usage_cap: words(nouns.usageCap, text('设置达量断网', 'Set usage cap')),
  change_apn: words(text('变更 APN', 'Change APN'), verbs.changeCard),
  reset_network: words(text('网络重置', 'Reset network'), text('重置网络', 'Reset network')),
  set_white_list: words(nouns.whiteList, text('设置白名单', 'Set allow list')),
  allocate_card: words(verbs.allocate, text('划拨此卡', 'Allocate card')),
  recover_card: words(text('回收', 'Take back'), text('回收此卡', 'Take card back')),
  query_online: words(text('查询在线状态', 'Check online state'), text('查询此卡', 'Look up card')),
  query_location: words(text('查询位置', 'Locate'), text('定位此卡', 'Locate card')),
  join_flow_pool: words(text('加入流量池', 'Join flow pool'), text('加入流量池', 'Put into flow pool')),
  leave_flow_pool: words(text('移出流量池', 'Leave flow pool'), text('移出流量池', 'Take out of flow pool')),
  join_pool: words(text('加入卡池', 'Join pool'), text('加入卡池', 'Put into pool')),
  leave_pool: words(text('移出卡池', 'Leave pool'), text('移出卡池', 'Take out of pool')),
  pool_transfer: words(text('转移卡池', 'Change pool'), text('转移卡池', 'Move to pool')),
  sync_card: words(verbs.refresh, text('刷新此卡', 'Refresh card')),
};

/** Rarely used actions; the others are buttons of a card, and the menu of its row. */
const SELDOM: ReadonlySet<CardAction> = new Set<CardAction>([
  'edit_service_period',
  'forced_stop_card',
  'lift_forced_stop',
  'enter_sleep',
  'exit_sleep',
  'to_test',
  'to_inventory',
  'to_activate',
  'order_flow_refuel',
  'order_voice_refuel',
  'refund_package',
  'clear_balance',
  'unbind_imei',
  'clear_tag',
  'allocate_card',
  'recover_card',
  'query_online',
  'query_location',
  'join_flow_pool',
  'leave_flow_pool',
  'join_pool',
  'leave_pool',
  'pool_transfer',
]);

/** The actions of line services are beside the services. */
export const BESIDE: ReadonlySet<string> = new Set<string>(Object.values(LINE_FUNCTIONS).flat());

export const isFrequent = (action: CardAction): boolean =>
  action !== 'cancel_card' && !SELDOM.has(action) && !BESIDE.has(action);

/** The two most used are first; closing a card is last. */
const ORDER = Object.keys(CARD_ACTIONS) as CardAction[];
export const rank = (action: CardAction): number => (action === 'cancel_card' ? ORDER.length : ORDER.indexOf(action));
