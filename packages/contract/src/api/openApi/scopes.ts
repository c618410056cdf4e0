import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';

/** A scope: a group of interfaces, for reading or for changing. */
export const OpenScope = enumeration('openScope', '接口权限', 'Scope', {
  cardRead: { value: 'card.read', zh: '查询卡片', en: 'Read cards' },
  cardWrite: { value: 'card.write', zh: '修改标签与备注', en: 'Tag and remark cards' },
  statusWrite: { value: 'status.write', zh: '停机与复机', en: 'Stop and restart cards' },
  usageRead: { value: 'usage.read', zh: '查询用量', en: 'Read usage' },
  orderRead: { value: 'order.read', zh: '查询套餐与订单', en: 'Read packages and orders' },
  orderWrite: { value: 'order.write', zh: '订购与退订', en: 'Order and unsubscribe' },
  taskRead: { value: 'task.read', zh: '查询任务', en: 'Read tasks' },
});
export type OpenScope = ValueOf<typeof OpenScope>;

export const OPEN_SCOPES = OpenScope.options.map(({ value }) => value);

/** The headings of the catalogue, in the order it is read. */
export const OpenGroup = enumeration('openGroup', '分组', 'Group', {
  account: { zh: '密钥', en: 'Key' },
  card: { zh: '卡片', en: 'Cards' },
  control: { zh: '停复机', en: 'Stop and restart' },
  usage: { zh: '用量', en: 'Usage' },
  order: { zh: '套餐与订单', en: 'Packages and orders' },
  task: { zh: '任务', en: 'Tasks' },
});
export type OpenGroup = ValueOf<typeof OpenGroup>;

/** Calls a key may make in a minute, unless a customer's limit is lower. */
export const CALLS_PER_MINUTE = { initial: 300, most: 6_000 } as const;
/** The maximum of active keys of one customer. */
export const MOST_KEYS = 20;
export const MOST_EXPIRY_YEARS = 3;
/** How long an old secret may stay valid beside the new one. */
export const MOST_OVERLAP_HOURS = 72;
/** Cards one call may name, and cards of one order. */
export const MOST_CARDS = 100;
export const MOST_ORDERED = 100_000;
/** The maximum of calls of one key a day; null is unlimited. */
export const MOST_DAILY_QUOTA = 100_000_000;
/** Products one key may be bound to. */
export const MOST_PRODUCTS = 200;
