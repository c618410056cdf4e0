import { ipv4Schema } from '@cardinal/primitives/ipv4.ts';
import { problem, ruled } from '@cardinal/primitives/problem.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE, zoneSchema } from '@cardinal/primitives/zone.ts';
import * as z from 'zod';

/**
 * Which of two values is stricter, if a parent may bound those of its children. With `lowerOrOff` zero means off, the least
 * strict; `none` cannot be bounded.
 */
type Strictness = 'lower' | 'lowerOrOff' | 'on' | 'none';

type Setting<S extends z.ZodType = z.ZodType> = {
  readonly title: Text;
  readonly group: 'security' | 'approval' | 'stops' | 'cards' | 'export' | 'language' | 'keeping';
  readonly schema: S;
  readonly initial: z.output<S>;
  readonly stricter: Strictness;
  /** Only a customer's own value counts; nothing is inherited. */
  readonly isOwnOnly?: boolean;
  /** Not used by any room yet, so it is not offered. Remove this flag when it is used. */
  readonly isAwaited?: boolean;
};

const setting = <S extends z.ZodType>(
  group: Setting['group'],
  zh: string,
  en: string,
  schema: S,
  initial: z.output<S>,
  stricter: Strictness = 'none',
  marks: Pick<Setting, 'isOwnOnly' | 'isAwaited'> = {},
): Setting<S> => ({ title: text(zh, en), group, schema, initial, stricter, ...marks });

const notAWindow = problem(
  '格式为 22:00-07:00，起止不能相同；空着不限制',
  'Format 22:00-07:00 with different start and end; empty means no restriction',
);
const TIME = '([01]\\d|2[0-3]):[0-5]\\d';
/** A local time range, possibly over midnight; empty: never. */
const windowSchema = z
  .string()
  .max(11)
  .check(
    ruled((typed: string) => {
      const [from, to] = typed.split('-');
      return typed === '' || (new RegExp(`^${TIME}-${TIME}$`).test(typed) && from !== to) ? undefined : notAWindow;
    }),
  );

const AWAITED = { isAwaited: true } as const;

/** Settings of a customer, which a parent may set or bound for those below. Unset values are inherited. */
export const CUSTOMER_SETTINGS = {
  isSingleSession: setting('security', '仅允许一处登录', 'One session per account', z.boolean(), false, 'on'),
  sessionIdleMinutes: setting(
    'security',
    '空闲退出（分钟）',
    'Sign out when idle for (minutes)',
    z.int().min(5).max(120),
    120,
    'lower',
  ),
  passwordDays: setting(
    'security',
    '密码有效期（天，0 为不限）',
    'Password age (days, 0 for no limit)',
    z.int().min(0).max(3650),
    0,
    'lowerOrOff',
  ),
  allowedAddresses: setting(
    'security',
    '允许登录的 IP',
    'IPs allowed to sign in',
    z.array(ipv4Schema).max(100),
    [] as string[],
    'none',
    { isOwnOnly: true },
  ),
  approvalFromCards: setting(
    'approval',
    '批量操作复核起点（卡数）',
    'Batch approval threshold (cards)',
    z.int().min(1).max(1_000_000),
    10_000,
    'lower',
  ),
  approvesCancel: setting('approval', '销卡须另一账号复核', 'Cancelling requires approval', z.boolean(), false, 'on'),
  quietHours: setting('stops', '不自动停机的时段', 'No automatic stops between', windowSchema, ''),
  zone: setting('stops', '时段所用时区', 'Time zone of these hours', zoneSchema, DEFAULT_ZONE),
  cardColumns: setting(
    'cards',
    '卡列表默认列',
    'Default card list columns',
    z.array(z.string().regex(/^[A-Za-z]\w{0,40}$/)).max(60),
    [] as string[],
  ),
  volumeUnit: setting('cards', '流量单位', 'Data volume unit', z.enum(['auto', 'MB', 'GB']), 'auto'),
  masksNumbers: setting('cards', '列表隐藏号码中段', 'Mask numbers in lists', z.boolean(), false, 'on'),
  restartsAfterPayment: setting(
    'cards',
    '付款后自动复机',
    'Restart cards after payment',
    z.boolean(),
    true,
    'none',
    AWAITED,
  ),
  exportRows: setting(
    'export',
    '导出行数上限',
    'Export row limit',
    z.int().min(1).max(10_000_000),
    10_000_000,
    'lower',
  ),
  hasWatermark: setting('export', '导出文件加水印', 'Watermark exports', z.boolean(), false, 'on'),
  exportFileDays: setting(
    'keeping',
    '导出文件保留（天）',
    'Keep exported files (days)',
    z.int().min(1).max(90),
    90,
    'lower',
  ),
  lookupDays: setting(
    'keeping',
    '在线诊断与定位结果保留（天，0 为不限）',
    'Keep diagnosis and location results (days, 0 for no limit)',
    z.int().min(0).max(3_650),
    0,
    'lowerOrOff',
  ),
  language: setting('language', '默认语言', 'Default language', z.enum(['zh_CN', 'en']), 'zh_CN'),
} as const satisfies Record<string, Setting>;

export type CustomerSettingName = keyof typeof CUSTOMER_SETTINGS;
export type CustomerSettings = {
  readonly [K in CustomerSettingName]: z.output<(typeof CUSTOMER_SETTINGS)[K]['schema']>;
};
export const CUSTOMER_SETTING_NAMES = Object.keys(CUSTOMER_SETTINGS) as readonly CustomerSettingName[];
const isAwaited = (name: CustomerSettingName): boolean => (CUSTOMER_SETTINGS[name] as Setting).isAwaited ?? false;
/** The settings in use. */
export const OFFERED_SETTINGS = CUSTOMER_SETTING_NAMES.filter((name) => !isAwaited(name));
export const isOwnOnly = (name: CustomerSettingName): boolean =>
  (CUSTOMER_SETTINGS[name] as Setting).isOwnOnly ?? false;
export const isBoundable = (name: CustomerSettingName): boolean => CUSTOMER_SETTINGS[name].stricter !== 'none';
export const customerSettingNameSchema = z.enum(OFFERED_SETTINGS as [CustomerSettingName, ...CustomerSettingName[]]);

/** Whether a value is at least as strict as the parent's bound; without an order only the same value is. */
export function isStrictEnough(name: CustomerSettingName, value: unknown, bound: unknown): boolean {
  const stricter: Strictness = CUSTOMER_SETTINGS[name].stricter;
  if (stricter === 'lowerOrOff') return bound === 0 || (value !== 0 && Number(value) <= Number(bound));
  if (stricter === 'lower') return Number(value) <= Number(bound);
  if (stricter === 'on') return value === true || bound === false;
  return value === bound;
}
