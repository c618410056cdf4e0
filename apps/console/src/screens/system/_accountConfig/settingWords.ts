import type { CustomerSettingName } from '@cardinal/contract/customerSettings.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

export const GROUPS: Readonly<Record<string, Text>> = {
  security: text('安全', 'Security'),
  approval: text('复核', 'Approval'),
  stops: text('停机', 'Stops'),
  cards: nouns.cards,
  export: verbs.export,
  keeping: text('数据保留', 'Keeping data'),
  language: nouns.language,
};

export const SOURCES = {
  own: text('本客户设置', 'Own'),
  parent: text('来自上级', 'From above'),
  default: text('系统默认', 'Default'),
} as const;

const ZONES = [
  'Asia/Shanghai',
  'Asia/Hong_Kong',
  'Asia/Tokyo',
  'Asia/Singapore',
  'Asia/Dubai',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
];

/** The texts of settings with a few choices. */
export const CHOICES: Partial<Readonly<Record<CustomerSettingName, Readonly<Record<string, Text>>>>> = {
  volumeUnit: { auto: text('自动', 'As fits'), MB: text('MB', 'MB'), GB: text('GB', 'GB') },
  zone: Object.fromEntries(ZONES.map((zone) => [zone, text(zone, zone)])),
  language: { zh_CN: text('中文', '中文 Chinese'), en: text('English 英文', 'English') },
};

/** The explanation of a setting, where its title is not enough. */
export const HELP: Partial<Readonly<Record<CustomerSettingName, Text>>> = {
  isSingleSession: text('再次登录会结束之前的登录。', 'Signing in again ends the previous session.'),
  sessionIdleMinutes: text(
    '5-120 分钟；选择「记住密码」的登录按平台设置的天数（默认 7 天）计算。',
    '5 to 120 minutes. Sessions with “Remember password” end after the idle days the platform sets (7 by default).',
  ),
  passwordDays: text('到期后登录时须先修改密码。', 'An expired password must be changed at the next sign-in.'),
  allowedAddresses: text(
    '每行一个 IPv4，最多 100 个；空着不限制。每次请求都会检查，对已登录的会话立即生效；不影响下级客户。',
    'One IPv4 address per line, up to 100. Empty means no restriction. Every request is checked, so open sessions are affected at once. Child customers are not.',
  ),
  approvalFromCards: text(
    '一次停机或销卡超过此数量时，须由另一账号复核后执行。已提交的申请不受影响。',
    'Stopping or cancelling more cards than this at once requires approval by another account. Requests already submitted are not affected.',
  ),
  approvesCancel: text(
    '不论多少张，销卡都须由另一账号复核后执行。',
    'Cancelling cards always requires approval by another account, whatever the number.',
  ),
  quietHours: text(
    '如 22:00-07:00，空着不限制。规则或计划触发的停机（如机卡分离）等到时段结束后执行；手工停机会提示，但立即执行。',
    'For example 22:00-07:00; empty means none. Stops by rules or schedules (such as card-device separation) wait until the period ends. Manual stops show a notice but run immediately.',
  ),
  zone: text('不自动停机的时段按此时区计算。', 'Hours without automatic stops use this time zone.'),
  cardColumns: text(
    '账号没有自己设置列时，卡列表按此顺序显示这些列；不选则按系统默认。',
    'Columns and order of card lists for accounts without their own arrangement. Empty means the system default.',
  ),
  exportFileDays: text(
    '到期自动删除，已有文件同样适用；不能长于站点上限。',
    'Files are deleted automatically after this time, including existing ones. Cannot exceed the site limit.',
  ),
  lookupDays: text(
    '到期自动删除结果；操作日志与任务记录不受影响。',
    'Results are deleted automatically after this time. The operation log and task records are not affected.',
  ),
  volumeUnit: text(
    '列表和详情中的流量按此单位显示；过小的值仍用更小的单位，不会显示为 0。',
    'Data volumes in lists and details use this unit. Values too small for it use a smaller unit instead of showing 0.',
  ),
  masksNumbers: text(
    '卡列表只显示业务号码、IMSI、IMEI、EID 的首尾；ICCID、卡详情和导出不受影响。',
    'Card lists show only the first and last characters of business numbers, IMSIs, IMEIs and EIDs. ICCIDs, card details and exports are not affected.',
  ),
  exportRows: text(
    '不能超过站点上限；超出时不生成文件。',
    'Cannot exceed the site limit. No file is created beyond it.',
  ),
  hasWatermark: text(
    '每一行末尾附加一列：导出账号、日期和文件编号。',
    'Adds a column to each row with the exporting account, date and file number.',
  ),
  language: text('账号自己选择语言之前使用。', 'Used until an account chooses its own language.'),
};
