import { CardKind } from '../enumerations/card.ts';
import { ACTION_CODES, type ActionCode, kindOf } from '../tasks/taskCatalogue.ts';
import type { PermissionId } from './permission.ts';
import { subject } from './subject.ts';

export const BATCH_PERMISSIONS = subject('batchOperate', '批量操作', 'batch operations', ['view', 'export'], {
  packageOrder: ['批量订购套餐', 'Batch: order packages', 'money'],
  clearPackage: ['批量清除套餐', 'Batch: clear packages', 'irreversible'],
  changePackage: ['批量变更套餐', 'Batch: change packages'],
  delayPackage: ['批量延期套餐', 'Batch: extend packages'],
  refund: ['批量退订套餐', 'Batch: refund packages', 'money'],
  recharge: ['批量充值', 'Batch: recharge cards', 'money'],
  clearBalance: ['批量清理余额', 'Batch: clear balances', 'money'],
  stop: ['批量停机', 'Batch: stop cards', 'service'],
  active: ['批量激活与复机', 'Batch: activate and restart cards'],
  cancel: ['批量销户', 'Batch: cancel cards', 'irreversible'],
  sleep: ['批量进入与退出休眠', 'Batch: put cards to sleep and wake them'],
  prepare: ['批量设置测试期、库存期、可激活', 'Batch: set to test, inventory or activation ready'],
  network: ['批量设置网络功能与限速', 'Batch: network functions and speed limits'],
  esim: ['批量eSIM操作', 'Batch: eSIM operations', 'irreversible'],
  imei: ['批量绑定与解绑IMEI', 'Batch: bind and unbind IMEI'],
  remark: ['批量编辑备注', 'Batch: edit remarks'],
  tag: ['批量设置与清除标签', 'Batch: set and clear tags'],
  product: ['批量变更产品', 'Batch: change products'],
  servicePeriod: ['批量修改服务期', 'Batch: edit service periods'],
  sync: ['批量同步卡信息', 'Batch: sync cards'],
  unbindWechat: ['批量解绑微信', 'Batch: unbind WeChat users'],
  allocate: ['批量划拨卡', 'Batch: allocate cards', 'irreversible'],
  recover: ['批量回收卡', 'Batch: recover cards', 'irreversible'],
  distributePackage: ['批量分配套餐', 'Batch: distribute packages', 'money'],
  pool: ['批量加入、移出和转移卡池', 'Batch: join, leave and change pools'],
  realName: ['批量实名登记', 'Batch: register real names'],
  clearRealName: ['批量清除实名', 'Batch: clear real names', 'irreversible'],
  sms: ['批量发送短信', 'Batch: send SMS', 'money'],
  notice: ['批量发送通知', 'Batch: send notices'],
  query: ['批量查询在线状态与位置', 'Batch: look up online states and locations', 'personalData'],
});
export type BatchPermission = (typeof BATCH_PERMISSIONS)[number]['id'];
type BatchVerb = BatchPermission extends `batchOperate.${infer Verb}` ? Exclude<Verb, 'view' | 'export'> : never;

/** Which workbench permission allows an action; an undo shares that of its action. */
const VERB_OF: Readonly<Partial<Record<ActionCode, BatchVerb>>> = {
  active_card: 'active',
  stop_card: 'stop',
  reboot_card: 'active',
  cancel_card: 'cancel',
  forced_stop_card: 'stop',
  lift_forced_stop: 'active',
  enter_sleep: 'sleep',
  exit_sleep: 'sleep',
  to_test: 'prepare',
  to_inventory: 'prepare',
  to_activate: 'prepare',
  order_package: 'packageOrder',
  renew_package: 'packageOrder',
  order_flow_refuel: 'packageOrder',
  order_voice_refuel: 'packageOrder',
  refund_package: 'refund',
  clear_package: 'clearPackage',
  change_package: 'changePackage',
  delay_package: 'delayPackage',
  recharge_card: 'recharge',
  clear_balance: 'clearBalance',
  open_gprs: 'network',
  close_gprs: 'network',
  open_voice: 'network',
  close_voice: 'network',
  open_sms: 'network',
  close_sms: 'network',
  change_apn: 'network',
  change_communication_plan: 'network',
  limit_speed: 'network',
  cancel_limit_speed: 'network',
  set_usage_cap: 'network',
  reset_network: 'network',
  set_white_list: 'network',
  apply_flow_strategy: 'network',
  apply_limit_strategy: 'network',
  write_number: 'esim',
  esim_download: 'esim',
  esim_enable: 'esim',
  esim_disable: 'esim',
  esim_delete: 'esim',
  bind_imei: 'imei',
  unbind_imei: 'imei',
  edit_remark: 'remark',
  set_tag: 'tag',
  clear_tag: 'tag',
  change_product: 'product',
  edit_service_period: 'servicePeriod',
  sync_card: 'sync',
  unbind_wechat: 'unbindWechat',
  allocate_card: 'allocate',
  recover_card: 'recover',
  distribute_package: 'distributePackage',
  join_pool: 'pool',
  leave_pool: 'pool',
  pool_transfer: 'pool',
  join_flow_pool: 'pool',
  leave_flow_pool: 'pool',
  real_name: 'realName',
  clear_real_name: 'clearRealName',
  send_sms: 'sms',
  send_notice: 'notice',
  query_online: 'query',
  query_location: 'query',
};

/** The actions a user may start on many cards: all of kinds 1 to 6. */
export const BATCH_ACTIONS = ACTION_CODES.filter((action) => kindOf(action) !== 0);

/** The permission of an action on the batch workbench; undefined for actions started only by their own screen. */
export function batchPermissionOf(action: ActionCode): BatchPermission | undefined {
  const verb = VERB_OF[action];
  return verb && `batchOperate.${verb}`;
}

const { voice, nb } = CardKind.values;
type Ways = PermissionId | { readonly [kind: number]: PermissionId; readonly otherwise: PermissionId };

const stop: Ways = { [voice]: 'voiceCard.stop', [nb]: 'nbCard.stop', otherwise: 'flowCard.stop' };
const active: Ways = { [voice]: 'voiceCard.active', [nb]: 'nbCard.active', otherwise: 'flowCard.active' };
const sleep: Ways = { [nb]: 'nbCard.sleep', otherwise: 'flowCard.sleep' };
const network: Ways = { [voice]: 'voiceCard.network', otherwise: 'flowCard.network' };
const bindImei: Ways = { [nb]: 'nbCard.bindImei', otherwise: 'flowCard.bindImei' };

/** The permission of an action on one card; some differ by the card's kind. */
const SINGLE_CARD: Readonly<Partial<Record<ActionCode, Ways>>> = {
  active_card: active,
  stop_card: stop,
  reboot_card: active,
  cancel_card: 'flowCard.cancel',
  forced_stop_card: stop,
  lift_forced_stop: active,
  enter_sleep: sleep,
  exit_sleep: sleep,
  to_test: 'flowCard.prepare',
  to_inventory: 'flowCard.prepare',
  to_activate: 'flowCard.prepare',
  renew_package: 'packageEndTips.renew',
  refund_package: 'flow.refund',
  change_package: 'flowCard.changePlan',
  delay_package: 'flowCard.delayPackage',
  order_voice_refuel: 'voiceCard.orderRefuel',
  recharge_card: 'singleCardRecharge.recharge',
  clear_balance: 'clearUpBlance.create',
  open_gprs: network,
  close_gprs: network,
  open_voice: network,
  close_voice: network,
  open_sms: network,
  close_sms: network,
  change_apn: network,
  change_communication_plan: 'flowCard.changePlan',
  limit_speed: 'speedLimit.apply',
  cancel_limit_speed: 'speedLimit.apply',
  apply_limit_strategy: 'speedLimit.apply',
  apply_flow_strategy: 'flowStrategy.associate',
  set_usage_cap: 'flowCard.usageCap',
  reset_network: 'nbCard.resetNetwork',
  set_white_list: 'voiceCard.whiteList',
  write_number: 'esim.download',
  esim_download: 'esim.download',
  esim_enable: 'esim.enable',
  esim_disable: 'esim.disable',
  esim_delete: 'esim.delete',
  edit_remark: 'flowCard.remark',
  set_tag: 'tagManagement.set',
  clear_tag: 'tagManagement.set',
  bind_imei: bindImei,
  unbind_imei: bindImei,
  change_product: 'flowCard.changeProduct',
  edit_service_period: 'flowCard.servicePeriod',
  sync_card: 'card.sync',
  unbind_wechat: 'wechatBind.unbind',
  distribute_package: 'packageDistribute.distribute',
  allocate_card: 'cardAllocation.create',
  recover_card: 'cardAllocation.recover',
  join_pool: 'cardPool.addCard',
  leave_pool: 'cardPool.removeCard',
  pool_transfer: 'myPool.transfer',
  join_flow_pool: 'flowPool.addCard',
  leave_flow_pool: 'flowPool.removeCard',
  real_name: 'batchRealName.submit',
  clear_real_name: 'realName.clear',
  send_sms: 'SMSDispatch.send',
  send_notice: 'notiflyManage.send',
  query_online: 'queryCardOnline.query',
  query_location: 'cardPositioning.query',
};

/**
 * The permissions any of which allows an action on cards of a kind: the single-card one and that of the workbench. Throws for
 * an action of kind 0: it is not started on cards, and an empty guard would allow everybody. Check with `isActionOfKind` first.
 */
export function guardOfAction(action: ActionCode, cardKind: CardKind): readonly PermissionId[] {
  const batch = batchPermissionOf(action);
  if (batch === undefined) throw new Error(`Nobody starts ${action} on cards`);
  const single = SINGLE_CARD[action];
  if (single === undefined) return [batch];
  return [typeof single === 'string' ? single : (single[cardKind] ?? single.otherwise), batch];
}

/** Every permission that allows an action on some kind of card: the single-card ones, then that of the workbench. */
export function identifiersOfAction(action: ActionCode): readonly PermissionId[] {
  const guards = CardKind.options.map(({ value }) => guardOfAction(action, value));
  return [
    ...new Set([...guards.flatMap((guard) => guard.slice(0, -1)), ...guards.flatMap((guard) => guard.slice(-1))]),
  ];
}
