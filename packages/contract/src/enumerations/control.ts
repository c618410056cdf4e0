import { enumeration, type ValueOf } from './enumeration.ts';

/** When the volume counted for a speed limit begins at zero again, which ends the limit. */
export const LimitReset = enumeration('limitReset', '用量归零', 'Usage reset', {
  cycle: { zh: '每账期', en: 'Each cycle' },
  recordEnd: { zh: '套餐结束时', en: 'At the end of the package' },
  never: { zh: '不归零', en: 'Never' },
});
export type LimitReset = ValueOf<typeof LimitReset>;

/** What a rule of a flow strategy measures; its threshold is a percentage or a volume. */
export const FlowBase = enumeration('flowBase', '计量依据', 'Measured by', {
  allowance: { zh: '套餐用量', en: 'Of the allowance' },
  volume: { zh: '累计流量', en: 'Volume used' },
  day: { zh: '当日流量', en: 'Volume of a day' },
  pool: { zh: '流量池用量', en: 'Of the pool' },
});
export type FlowBase = ValueOf<typeof FlowBase>;

/** What ends the action of a rule. */
export const FlowRestore = enumeration('flowRestore', '恢复条件', 'Ends with', {
  cycle: { zh: '下一账期', en: 'The next cycle' },
  package: { zh: '新套餐生效', en: 'A new package' },
  manual: { zh: '人工恢复', en: 'Lifting by hand' },
});
export type FlowRestore = ValueOf<typeof FlowRestore>;

export const FlowNotify = enumeration('flowNotify', '提醒方式', 'Notify by', {
  sms: { zh: '短信', en: 'SMS' },
  wechat: { zh: '微信', en: 'WeChat' },
  webhook: { zh: '推送', en: 'Webhook' },
});
export type FlowNotify = ValueOf<typeof FlowNotify>;

/** Which of the limits of a package on a card counts, the first that there is. */
export const LimitSource = enumeration('limitSource', '限速依据', 'Limited by', {
  exception: { zh: '客户例外', en: 'The customer’s exception' },
  own: { zh: '套餐专用分段', en: 'Tiers of this package' },
  chosen: { zh: '套餐选用的限速策略', en: 'The strategy chosen for this package' },
  rule: { zh: '流控规则的限速策略', en: 'The strategy of the rule' },
});
export type LimitSource = ValueOf<typeof LimitSource>;

/** Who is shown less of a card than its owner. */
export const DisplayAudience = enumeration('displayAudience', '展示对象', 'Shown to', {
  child: { zh: '下级客户', en: 'Child customers' },
  publicAccount: { zh: '公众号', en: 'Public account' },
  api: { zh: 'API', en: 'API' },
  miniProgram: { zh: '小程序', en: 'Mini-program' },
});
export type DisplayAudience = ValueOf<typeof DisplayAudience>;

/** What of a card can be shown or hidden. */
export const DisplayPart = enumeration('displayPart', '展示内容', 'Shows', {
  status: { zh: '卡状态', en: 'Status' },
  imei: { zh: 'IMEI', en: 'IMEI' },
  location: { zh: '位置', en: 'Location' },
  remaining: { zh: '剩余流量', en: 'Data left' },
  daily: { zh: '每日详单', en: 'Daily details' },
  carrier: { zh: '运营商名称', en: 'Carrier name' },
});
export type DisplayPart = ValueOf<typeof DisplayPart>;

/** The unit of volumes; `fitting` is the largest that a volume fills. */
export const DisplayUnit = enumeration('displayUnit', '流量单位', 'Unit', {
  fitting: { zh: '自动', en: 'Fitting' },
  MB: { zh: 'MB', en: 'MB' },
  GB: { zh: 'GB', en: 'GB' },
});
export type DisplayUnit = ValueOf<typeof DisplayUnit>;

/** What a display strategy is bound to, the narrowest first. */
export const DisplayBinding = enumeration('displayBinding', '绑定对象', 'Bound to', {
  package: { zh: '套餐', en: 'Package' },
  product: { zh: '产品', en: 'Product' },
  customer: { zh: '客户', en: 'Customer' },
});
export type DisplayBinding = ValueOf<typeof DisplayBinding>;

/** What came of a rule that fired on a card, as far as its carrier has said. */
export const FlowFiringState = enumeration('flowFiringState', '结果', 'Result', {
  shadow: { zh: '仅试运行', en: 'Shadow only' },
  waiting: { zh: '待运营商确认', en: 'Waiting for the carrier' },
  confirmed: { zh: '已执行', en: 'Carried out' },
  refused: { zh: '运营商拒绝', en: 'Refused by the carrier' },
  told: { zh: '已提醒', en: 'Reminded' },
  already: { zh: '原已停机', en: 'Already stopped' },
  overruled: { zh: '由更严规则处理', en: 'Left to a stricter rule' },
  lifted: { zh: '已解除', en: 'Lifted' },
  /** The reading is too old to act on. */
  unknown: { zh: '读数过旧，未处理', en: 'Reading too old, nothing done' },
  /** The usage came when its package had ended. */
  late: { zh: '用量迟到，未处理', en: 'Usage came late, nothing done' },
});
export type FlowFiringState = ValueOf<typeof FlowFiringState>;
