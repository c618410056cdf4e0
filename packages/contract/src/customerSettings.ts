import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';

/** Which of two values is the stricter one, where a parent may make its own the least strict a child may have. */
type Strictness = 'lower' | 'on' | 'none';

type Setting<S extends z.ZodType = z.ZodType> = {
  readonly title: Text;
  readonly group: 'security' | 'approval' | 'cards' | 'export' | 'language';
  readonly schema: S;
  readonly initial: z.output<S>;
  readonly stricter: Strictness;
};

const setting = <S extends z.ZodType>(
  group: Setting['group'],
  zh: string,
  en: string,
  schema: S,
  initial: z.output<S>,
  stricter: Strictness = 'none',
): Setting<S> => ({ title: text(zh, en), group, schema, initial, stricter });

/** What a customer sets for itself and a parent may set or bound for those below. What is not set is inherited. */
export const CUSTOMER_SETTINGS = {
  isSingleSession: setting('security', '仅允许一处登录', 'One session an account', z.boolean(), false, 'on'),
  approvalFromCards: setting(
    'approval',
    '批量操作复核起点（卡数）',
    'Batches above this need a second account',
    z.int().min(1).max(1_000_000),
    10_000,
    'lower',
  ),
  volumeUnit: setting('cards', '流量单位', 'Unit of data volumes', z.enum(['auto', 'MB', 'GB']), 'auto'),
  masksNumbers: setting('cards', '列表隐藏号码中段', 'Mask numbers in lists', z.boolean(), false, 'on'),
  restartsAfterPayment: setting('cards', '付款后自动复机', 'Restart cards after payment', z.boolean(), true),
  exportRows: setting(
    'export',
    '导出行数上限',
    'Rows of one export',
    z.int().min(1).max(10_000_000),
    1_000_000,
    'lower',
  ),
  hasWatermark: setting('export', '导出文件加水印', 'Watermark on exports', z.boolean(), false, 'on'),
  language: setting('language', '默认语言', 'Default language', z.enum(['zh_CN', 'en']), 'zh_CN'),
} as const satisfies Record<string, Setting>;

export type CustomerSettingName = keyof typeof CUSTOMER_SETTINGS;
export type CustomerSettings = { readonly [K in CustomerSettingName]: (typeof CUSTOMER_SETTINGS)[K]['initial'] };
export const CUSTOMER_SETTING_NAMES = Object.keys(CUSTOMER_SETTINGS) as readonly CustomerSettingName[];
export const customerSettingNameSchema = z.enum(
  CUSTOMER_SETTING_NAMES as [CustomerSettingName, ...CustomerSettingName[]],
);

/** Whether a value is at least as strict as the bound a parent set; without an order of strictness only the same is. */
export function isStrictEnough(name: CustomerSettingName, value: unknown, bound: unknown): boolean {
  const { stricter } = CUSTOMER_SETTINGS[name];
  if (stricter === 'lower') return Number(value) <= Number(bound);
  if (stricter === 'on') return value === true || bound === false;
  return value === bound;
}
