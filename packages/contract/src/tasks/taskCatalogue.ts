import { text } from '@cardinal/primitives/text.ts';
import { enumeration, type KeyOf, type ValueOf } from '../enumerations/enumeration.ts';
import { TaskKind } from '../enumerations/task.ts';

/**
 * Everything a task can be: the stored code, its action (the key) and the kind it belongs to. One action a code, one
 * kind an action. Codes are 0 to 79 and 10057, nothing between.
 */
export const TaskType = enumeration('taskType', '任务类型', 'Task type', {
  export_data: { value: 0, kind: 0, zh: '数据导出', en: 'Export data' },
  allocate_card: { value: 1, kind: 5, zh: '划拨卡', en: 'Allocate cards' },
  order_package: { value: 2, kind: 2, zh: '订购套餐', en: 'Order package' },
  recover_card: { value: 3, kind: 5, zh: '回收卡', en: 'Recover cards' },
  import_card: { value: 4, kind: 0, zh: '导入卡', en: 'Import cards' },
  real_name: { value: 5, kind: 6, zh: '实名登记', en: 'Register real names' },
  clear_real_name: { value: 6, kind: 6, zh: '清除实名', en: 'Clear real name' },
  renew_package: { value: 7, kind: 2, zh: '续订套餐', en: 'Renew package' },
  refund_package: { value: 8, kind: 2, zh: '退订套餐', en: 'Refund package' },
  clear_package: { value: 9, kind: 2, zh: '清除套餐', en: 'Clear package' },
  active_card: { value: 10, kind: 1, zh: '激活卡', en: 'Activate cards' },
  stop_card: { value: 11, kind: 1, zh: '停机', en: 'Stop cards' },
  reboot_card: { value: 12, kind: 1, zh: '复机', en: 'Restart cards' },
  cancel_card: { value: 13, kind: 1, zh: '销户', en: 'Cancel cards' },
  join_pool: { value: 14, kind: 5, zh: '加入卡池', en: 'Join card pool' },
  leave_pool: { value: 15, kind: 5, zh: '移出卡池', en: 'Leave card pool' },
  bind_imei: { value: 16, kind: 4, zh: '绑定IMEI', en: 'Bind IMEI' },
  unbind_imei: { value: 17, kind: 4, zh: '解绑IMEI', en: 'Unbind IMEI' },
  change_package: { value: 18, kind: 2, zh: '变更套餐', en: 'Change package' },
  delay_package: { value: 19, kind: 2, zh: '套餐延期', en: 'Extend package' },
  order_flow_refuel: { value: 20, kind: 2, zh: '订购流量加油包', en: 'Order data add-on' },
  order_voice_refuel: { value: 21, kind: 2, zh: '订购语音加油包', en: 'Order voice add-on' },
  recharge_card: { value: 22, kind: 2, zh: '单卡充值', en: 'Recharge card' },
  clear_balance: { value: 23, kind: 2, zh: '清理余额', en: 'Clear card balance' },
  open_gprs: { value: 24, kind: 3, zh: '开启流量功能', en: 'Turn on data' },
  close_gprs: { value: 25, kind: 3, zh: '关闭流量功能', en: 'Turn off data' },
  open_voice: { value: 26, kind: 3, zh: '开启语音功能', en: 'Turn on voice' },
  close_voice: { value: 27, kind: 3, zh: '关闭语音功能', en: 'Turn off voice' },
  open_sms: { value: 28, kind: 3, zh: '开启短信功能', en: 'Turn on SMS' },
  close_sms: { value: 29, kind: 3, zh: '关闭短信功能', en: 'Turn off SMS' },
  change_apn: { value: 30, kind: 3, zh: '变更APN', en: 'Change APN' },
  change_communication_plan: { value: 31, kind: 3, zh: '变更通信计划', en: 'Change communication plan' },
  limit_speed: { value: 32, kind: 3, zh: '限速', en: 'Limit speed' },
  cancel_limit_speed: { value: 33, kind: 3, zh: '解除限速', en: 'Lift speed limit' },
  set_usage_cap: { value: 34, kind: 3, zh: '达量断网设置', en: 'Set usage cap' },
  reset_network: { value: 35, kind: 3, zh: '网络重置', en: 'Reset network' },
  forced_stop_card: { value: 36, kind: 1, zh: '强制停机', en: 'Force stop' },
  lift_forced_stop: { value: 37, kind: 1, zh: '解除强制停机', en: 'Lift forced stop' },
  enter_sleep: { value: 38, kind: 1, zh: '进入休眠', en: 'Put to sleep' },
  exit_sleep: { value: 39, kind: 1, zh: '退出休眠', en: 'Wake up' },
  to_test: { value: 40, kind: 1, zh: '转测试期', en: 'Set to test period' },
  to_inventory: { value: 41, kind: 1, zh: '转库存期', en: 'Set to inventory' },
  to_activate: { value: 42, kind: 1, zh: '转可激活', en: 'Set to activation ready' },
  send_sms: { value: 43, kind: 6, zh: '发送短信', en: 'Send SMS' },
  send_notice: { value: 44, kind: 6, zh: '发送通知', en: 'Send notice' },
  query_online: { value: 45, kind: 6, zh: '查询在线状态', en: 'Query online state' },
  query_location: { value: 46, kind: 6, zh: '查询位置', en: 'Query location' },
  sync_card: { value: 47, kind: 4, zh: '同步卡信息', en: 'Sync cards' },
  set_tag: { value: 48, kind: 4, zh: '设置标签', en: 'Set tags' },
  clear_tag: { value: 49, kind: 4, zh: '清除标签', en: 'Clear tags' },
  change_product: { value: 50, kind: 4, zh: '变更产品', en: 'Change product' },
  edit_service_period: { value: 51, kind: 4, zh: '修改服务期', en: 'Edit service period' },
  unbind_wechat: { value: 52, kind: 4, zh: '解绑微信', en: 'Unbind WeChat user' },
  edit_remark: { value: 53, kind: 4, zh: '编辑备注', en: 'Edit remark' },
  set_white_list: { value: 54, kind: 3, zh: '语音白名单设置', en: 'Set voice allow list' },
  join_flow_pool: { value: 55, kind: 5, zh: '加入流量池', en: 'Join flow pool' },
  leave_flow_pool: { value: 56, kind: 5, zh: '移出流量池', en: 'Leave flow pool' },
  partner_transfer: { value: 57, kind: 0, zh: '同级交易过户', en: 'Transfer cards between partners' },
  stock_in: { value: 58, kind: 0, zh: '卡入库', en: 'Receive cards into stock' },
  stock_bind: { value: 59, kind: 0, zh: '出库绑卡', en: 'Bind cards to outbound order' },
  stock_transfer: { value: 60, kind: 0, zh: '出库划拨', en: 'Allocate outbound order' },
  pool_transfer: { value: 61, kind: 5, zh: '卡池转移', en: 'Transfer cards between pools' },
  distribute_package: { value: 62, kind: 5, zh: '分配套餐', en: 'Distribute packages' },
  distribute_product: { value: 63, kind: 0, zh: '分配产品', en: 'Distribute products' },
  apply_flow_strategy: { value: 64, kind: 3, zh: '应用流控策略', en: 'Apply flow-control strategy' },
  apply_limit_strategy: { value: 65, kind: 3, zh: '应用限速策略', en: 'Apply speed-limit strategy' },
  grant_benefit: { value: 66, kind: 0, zh: '活动权益发放', en: 'Grant activity benefits' },
  import_esim: { value: 67, kind: 0, zh: 'eSIM卡与码号导入', en: 'Import eSIM cards and code numbers' },
  replay_push: { value: 68, kind: 0, zh: '推送重放', en: 'Replay pushes' },
  write_number: { value: 69, kind: 3, zh: '写号', en: 'Write number' },
  esim_download: { value: 70, kind: 3, zh: 'eSIM下载', en: 'Download eSIM profile' },
  esim_enable: { value: 71, kind: 3, zh: 'eSIM启用', en: 'Enable eSIM profile' },
  esim_disable: { value: 72, kind: 3, zh: 'eSIM禁用', en: 'Disable eSIM profile' },
  esim_delete: { value: 73, kind: 3, zh: 'eSIM删除', en: 'Delete eSIM profile' },
  issue_coupon: { value: 74, kind: 0, zh: '发放券码', en: 'Issue coupons and redemption codes' },
  generate_bill: { value: 75, kind: 0, zh: '出账', en: 'Generate bills' },
  day_return: { value: 76, kind: 0, zh: '日返与分润结算', en: 'Settle day rebates and profit sharing' },
  reconcile_card: { value: 77, kind: 0, zh: '运营商对账', en: 'Reconcile with carrier' },
  generate_qr_code: { value: 78, kind: 0, zh: '二维码生成', en: 'Generate QR codes' },
  import_whitelist: { value: 79, kind: 0, zh: '公众号白名单导入', en: 'Import public-account allow list' },
  device_batch: { value: 10057, kind: 0, zh: '小程序设备任务', en: 'Mini-program device task' },
});
export type TaskTypeCode = ValueOf<typeof TaskType>;
export type ActionCode = KeyOf<typeof TaskType>;

type Rows = typeof TaskType.members;
/** The actions of one kind. */
export type ActionOfKind<K extends TaskKind> = { [A in ActionCode]: Rows[A]['kind'] extends K ? A : never }[ActionCode];

export const ACTION_CODES: readonly ActionCode[] = TaskType.options.map(({ key }) => key);

export const kindOf = (action: ActionCode): TaskKind => TaskType.members[action].kind;

/**
 * The actions users may choose under a kind, in the catalogue's order; kind 0 lists those that only screens and the system
 * start.
 */
export const actionsOfKind = (kind: TaskKind): readonly ActionCode[] =>
  ACTION_CODES.filter((action) => kindOf(action) === kind);

/** An action outside its kind is refused, so is any action under kind 0: those have their own screens. */
export const isActionOfKind = (action: string, kind: TaskKind): action is ActionCode =>
  kind !== TaskKind.values.own && ACTION_CODES.some((known) => known === action && kindOf(known) === kind);

export const ACTION_OUTSIDE_KIND = text('该任务类型不支持此操作', 'Action not allowed for this task kind');
