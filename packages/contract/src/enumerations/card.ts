import { enumeration, type ValueOf } from './enumeration.ts';

/**
 * Carrier families. `statusField` and `numberField` are the carrier's own names for a card's status and its business
 * number; families 4 and 5 and eSIM have none of their own.
 * Gd is offered only once it is switched on: see `siteSettings.ts`.
 */
export const Platform = enumeration('platform', '运营商', 'Carrier', {
  Lt: { value: 1, zh: '中国联通', en: 'China Unicom', statusField: 'status', numberField: 'msisdn' },
  Yd: { value: 2, zh: '中国移动', en: 'China Mobile', statusField: 'productctatuscd', numberField: 'imsi' },
  Dx: { value: 3, zh: '中国电信', en: 'China Telecom', statusField: 'productStatusName', numberField: 'number' },
  thirdParty: { value: 4, zh: '第三方', en: 'Third party' },
  other: { value: 5, zh: '其他', en: 'Other' },
  Gj: { value: 6, zh: '国际', en: 'International', statusField: 'status', numberField: 'msisdn' },
  eSIM: { value: 7, zh: 'eSIM', en: 'eSIM' },
  Gd: { value: 8, zh: '中国广电', en: 'China Broadnet' },
  unknown: { value: -1, zh: '未知', en: 'Unknown' },
});
export type Platform = ValueOf<typeof Platform>;

export const LtSubType = enumeration('ltSubType', '联通通道类型', 'Unicom sub-type', {
  JASPER: { value: 1, zh: 'Jasper', en: 'Jasper' },
  CMP: { value: 2, zh: 'CMP', en: 'CMP' },
  LEYU: { value: 3, zh: 'LEYU', en: 'LEYU' },
});
export type LtSubType = ValueOf<typeof LtSubType>;

export const YdSubType = enumeration('ydSubType', '移动通道类型', 'China Mobile sub-type', {
  GUANGDONG: { value: 1, zh: '广东移动', en: 'Guangdong' },
  ONELINK: { value: 2, zh: 'OneLink', en: 'OneLink' },
  OTHER: { value: 3, zh: '其他', en: 'Other' },
  SHANXI: { value: 4, zh: '陕西移动', en: 'Shaanxi' },
});
export type YdSubType = ValueOf<typeof YdSubType>;

export const CardKind = enumeration('cardKind', '卡类型', 'Card kind', {
  flow: { value: 1, zh: '流量卡', en: 'Data card' },
  voice: { value: 2, zh: '语音卡', en: 'Voice card' },
  nb: { value: 3, zh: 'NB卡', en: 'NB-IoT card' },
  esim: { value: 4, zh: 'eSIM', en: 'eSIM' },
});
export type CardKind = ValueOf<typeof CardKind>;

/** The numbers of form factors are our decision (docs/glossary.md); the texts may be changed in the data dictionary. */
export const CardSize = enumeration('cardSize', '卡片规格', 'Card size', {
  plasticPlug2ff: { value: 1, zh: '塑料插拔卡 2FF', en: 'Plastic plug-in 2FF' },
  plasticPlug3ff: { value: 2, zh: '塑料插拔卡 3FF', en: 'Plastic plug-in 3FF' },
  plasticPlug4ff: { value: 3, zh: '塑料插拔卡 4FF', en: 'Plastic plug-in 4FF' },
  plasticPlugTripleCut: { value: 4, zh: '塑料插拔三切卡', en: 'Plastic plug-in triple cut' },
  plasticPatch5x6: { value: 5, zh: '塑料贴片卡 5×6', en: 'Plastic patch 5×6 mm' },
  plasticPatch2x2: { value: 6, zh: '塑料贴片卡 2×2', en: 'Plastic patch 2×2 mm' },
  ceramicPlug2ff: { value: 7, zh: '陶瓷插拔卡 2FF', en: 'Ceramic plug-in 2FF' },
  ceramicPlug3ff: { value: 8, zh: '陶瓷插拔卡 3FF', en: 'Ceramic plug-in 3FF' },
  ceramicPlug4ff: { value: 9, zh: '陶瓷插拔卡 4FF', en: 'Ceramic plug-in 4FF' },
  ceramicPatch5x6: { value: 10, zh: '陶瓷贴片卡 5×6', en: 'Ceramic patch 5×6 mm' },
});
export type CardSize = ValueOf<typeof CardSize>;

/** The identifier types by which a card is searched; `field` is the column. */
export const IdentifierType = enumeration('identifierType', '号码类型', 'Identifier type', {
  /** Ours: numbers of all kinds together, told apart by the cards that have them. */
  any: { value: 0, zh: '任意号码', en: 'Any number' },
  iccid: { value: 1, zh: 'ICCID', en: 'ICCID' },
  businessNumber: { value: 2, zh: '业务号码', en: 'Business number' },
  mappingNumber: { value: 3, zh: '映射号', en: 'Mapping number' },
  imei: { value: 4, zh: 'IMEI', en: 'IMEI' },
  imsi: { value: 5, zh: 'IMSI', en: 'IMSI' },
  /** Ours: the specification numbers five. */
  eid: { value: 6, zh: 'EID', en: 'EID' },
});
export type IdentifierType = ValueOf<typeof IdentifierType>;

export const CardInputMode = enumeration('cardInputMode', '卡号输入方式', 'Card number input', {
  full: { value: 1, zh: '完整卡号', en: 'Full card number' },
  segment: { value: 2, zh: '号段', en: 'Number segment' },
});
export type CardInputMode = ValueOf<typeof CardInputMode>;

/** The four states that every carrier status maps to; see `statuses/`. */
export const Lifecycle = enumeration('lifecycle', '卡状态', 'Card state', {
  unactivated: { zh: '未激活', en: 'Unactivated' },
  activated: { zh: '已激活', en: 'Activated' },
  stopped: { zh: '已停机', en: 'Stopped' },
  cancelled: { zh: '已销户', en: 'Cancelled' },
});
export type Lifecycle = ValueOf<typeof Lifecycle>;

/** Why we keep a card stopped. A card restarts only when the last reason is lifted. 5 does not exist. */
export const StopReason = enumeration('stopReason', '停机原因', 'Stop reason', {
  manual: { value: 1, zh: '手动停机', en: 'Manual' },
  arrears: { value: 2, zh: '欠费', en: 'Arrears' },
  realName: { value: 3, zh: '实名未通过', en: 'Real name rejected' },
  imei: { value: 4, zh: '机卡分离', en: 'IMEI changed' },
  outOfRegion: { value: 6, zh: '超出区域', en: 'Out of region' },
});
export type StopReason = ValueOf<typeof StopReason>;

/**
 * The reasons a forced stop names. A manual stop has actions of its own, and a separation follows from the IMEI a card is
 * bound to.
 */
export const FORCED_STOP_REASONS: readonly StopReason[] = [
  StopReason.values.arrears,
  StopReason.values.realName,
  StopReason.values.outOfRegion,
];

/**
 * A carrier's own stop reasons in twelve characters. The coding is ours: one position per reason from the left in the order
 * below, `1` set, the rest `0`; the last five are reserved. Anything else, including all zeros, is unknown.
 * `carrierStopReasonsOf` reads strings with several positions set.
 */
export const CarrierStopReason = enumeration('carrierStopReason', '运营商停机原因', 'Carrier stop reason', {
  forcedTwoWay: { value: '100000000000', zh: '强制双停', en: 'Forced two-way stop' },
  activeTwoWay: { value: '010000000000', zh: '主动双停', en: 'Requested two-way stop' },
  icTwoWay: { value: '001000000000', zh: 'IC 双停', en: 'IC two-way stop' },
  goodsExpired: { value: '000100000000', zh: '商品到期失效', en: 'Goods expired' },
  machineCardSeparation: { value: '000010000000', zh: '机卡分离停机', en: 'Machine-card separation' },
  m2m: { value: '000001000000', zh: 'M2M 停机', en: 'M2M stop' },
  regionalRestriction: { value: '000000100000', zh: '区域限制停机', en: 'Regional restriction' },
  unknown: { value: '000000000000', zh: '未知原因', en: 'Unknown' },
});
export type CarrierStopReason = ValueOf<typeof CarrierStopReason>;

/** Every reason in a twelve-character string, in order; never empty: an unreadable one is «unknown». */
export function carrierStopReasonsOf(coded: string): CarrierStopReason[] {
  const { unknown, ...named } = CarrierStopReason.values;
  if (!/^[01]{12}$/.test(coded)) return [unknown];
  const found = Object.values(named).filter((single) => coded[single.indexOf('1')] === '1');
  const reservedIsSet = coded.slice(Object.keys(named).length).includes('1');
  return found.length === 0 || reservedIsSet ? [...found, unknown] : found;
}

export const SleepStatus = enumeration('sleepStatus', '休眠状态', 'Sleep status', {
  awake: { zh: '未休眠', en: 'Awake' },
  asleep: { zh: '已休眠', en: 'Asleep' },
});
export type SleepStatus = ValueOf<typeof SleepStatus>;

export const SleepAction = enumeration('sleepAction', '休眠操作', 'Sleep action', {
  enter: { zh: '进入休眠', en: 'Put to sleep' },
  exit: { zh: '退出休眠', en: 'Wake up' },
});
export type SleepAction = ValueOf<typeof SleepAction>;

export const OnlineState = enumeration('onlineState', '在线状态', 'Online state', {
  offline: { value: 0, zh: '离线', en: 'Offline' },
  online: { value: 1, zh: '在线', en: 'Online' },
  unknown: { value: 2, zh: '未知', en: 'Unknown' },
});
export type OnlineState = ValueOf<typeof OnlineState>;

export const RealNameStatus = enumeration('realNameStatus', '实名状态', 'Real-name status', {
  notRealNamed: { value: 0, zh: '未实名', en: 'Not real-name verified' },
  realNamed: { value: 1, zh: '已实名', en: 'Real-name verified' },
});
export type RealNameStatus = ValueOf<typeof RealNameStatus>;

/** `channel` is the term in the carriers' interfaces. */
export const RealNameType = enumeration('realNameType', '实名类型', 'Real-name type', {
  phone: { value: 1, zh: '手机号实名', en: 'Phone', channel: 'PHONE' },
  official: { value: 2, zh: '公众号实名', en: 'Official account', channel: 'OFFICIAL' },
  enterprise: { value: 3, zh: '企业实名', en: 'Enterprise', channel: 'ENTERPRISE' },
});
export type RealNameType = ValueOf<typeof RealNameType>;

export const RealNameMode = enumeration('realNameMode', '实名方式', 'Real-name mode', {
  realName: { value: 1, zh: '实名登记', en: 'Real name' },
  newUser: { value: 2, zh: '新用户', en: 'New user' },
});
export type RealNameMode = ValueOf<typeof RealNameMode>;

/** How many cards one responsible person carries with which papers; above 400 another person is needed. */
export const RealNameTier = enumeration('realNameTier', '批量实名档位', 'Batch real-name tier', {
  base: { value: 200, zh: '200 张以内', en: 'Up to 200 cards' },
  extended: { value: 400, zh: '201-400 张', en: '201 to 400 cards' },
});
export type RealNameTier = ValueOf<typeof RealNameTier>;

/**
 * The status of a code number on its way onto a chip. 0 without an EID is in stock; with one it is on the chip and disabled.
 */
export const EsimEnableState = enumeration('esimEnableState', '启用状态', 'Enable state', {
  notEnabled: { value: 0, zh: '未启用', en: 'Not enabled' },
  enabled: { value: 1, zh: '已启用', en: 'Enabled' },
  writeNumber: { value: 2, zh: '写号中', en: 'Writing number' },
  invalid: { value: 3, zh: '已失效', en: 'Invalid' },
  bind: { value: 4, zh: '已绑定', en: 'Bound' },
  bindingInProgress: { value: 5, zh: '绑定中', en: 'Binding' },
});
export type EsimEnableState = ValueOf<typeof EsimEnableState>;

/** The state of a requested change; nothing is done until the carrier has confirmed it. */
export const CommandState = enumeration('commandState', '指令状态', 'Command state', {
  queued: { zh: '待发送', en: 'Queued' },
  sent: { zh: '已发送', en: 'Sent' },
  confirmed: { zh: '已确认', en: 'Confirmed' },
  refused: { zh: '被拒绝', en: 'Refused' },
  timedOut: { zh: '未确认', en: 'Timed out' },
});
export type CommandState = ValueOf<typeof CommandState>;

/** Who initiated a change of a card. */
export const ChangeSource = enumeration('changeSource', '来源', 'Source', {
  console: { zh: '控制台', en: 'Console' },
  api: { zh: '开放接口', en: 'API' },
  strategy: { zh: '策略', en: 'Strategy' },
  schedule: { zh: '定时', en: 'Schedule' },
  carrier: { zh: '运营商', en: 'Carrier' },
  endUser: { zh: '终端用户', en: 'End user' },
});
export type ChangeSource = ValueOf<typeof ChangeSource>;
