import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';

/** A limit the platform may set. `least` and `most` are its bounds; the default is the specification's or assumed. */
export type Limit = {
  readonly title: Text;
  readonly unit: 'bytes' | 'rows' | 'cards' | 'days' | 'hours' | 'minutes' | 'seconds' | 'pieces' | 'minorUnits';
  readonly initial: number;
  readonly least: number;
  readonly most: number;
};

const limit = (
  zh: string,
  en: string,
  unit: Limit['unit'],
  initial: number,
  { least = 1, most }: { least?: number; most: number },
): Limit => ({ title: text(zh, en), unit, initial, least, most });

const MEBIBYTE = 1024 ** 2;

/**
 * All configurable limits. Those fixed by the specification (lengths, 100 items of a list, 1000 ICCIDs, 1000 cards to an
 * activity) are defined with their rules.
 */
export const SITE_LIMITS = {
  importFileBytes: limit('导入文件大小', 'Import file size', 'bytes', 5 * MEBIBYTE, { most: 5 * MEBIBYTE }),
  importRows: limit('单次导入行数', 'Rows per import', 'rows', 500_000, { most: 500_000 }),
  uploadFileBytes: limit('上传文件大小', 'Uploaded file size', 'bytes', 10 * MEBIBYTE, { most: 10 * MEBIBYTE }),
  exportRows: limit('导出行数上限', 'Export row limit', 'rows', 1_000_000, { most: 10_000_000 }),
  exportAtOnceRows: limit('直接导出行数', 'Rows exported without a task', 'rows', 1_000, { least: 0, most: 1_000 }),
  exportFileDays: limit('导出文件保留', 'Keep exports for', 'days', 7, { most: 90 }),
  downloadTicketSeconds: limit('下载凭证有效期', 'Download ticket valid for', 'seconds', 60, { most: 60 }),
  repeatDownloadSeconds: limit('重复下载间隔', 'Interval between downloads of a file', 'seconds', 5, {
    least: 0,
    most: 600,
  }),
  repeatExportSeconds: limit('重复导出间隔', 'Interval between identical exports', 'seconds', 60, {
    least: 0,
    most: 3_600,
  }),

  captchaSeconds: limit('验证码有效期', 'Captcha valid for', 'seconds', 120, { least: 30, most: 120 }),
  captchasPerMinute: limit('每分钟验证码（每 IP）', 'Captchas per minute and IP', 'pieces', 20, { most: 20 }),
  sessionIdleMinutes: limit('会话空闲时长', 'Idle sign-out after', 'minutes', 120, { least: 5, most: 120 }),
  sessionHours: limit('会话最长时长', 'Longest session', 'hours', 24, { most: 24 }),
  rememberedSessionDays: limit('记住登录时长', 'Remembered session', 'days', 30, { most: 30 }),
  rememberedIdleDays: limit('记住登录的空闲时长', 'Remembered session ends after idle', 'days', 7, { most: 30 }),
  loginFailures: limit('登录失败次数', 'Failed logins before a lock', 'pieces', 5, { least: 3, most: 10 }),
  loginLockMinutes: limit('登录锁定时长', 'First lockout duration', 'minutes', 15, { least: 5, most: 1_440 }),

  errorLogDays: limit('错误日志保留', 'Keep error log for', 'days', 90, { least: 7, most: 730 }),
  toastMaximum: limit('同时显示的消息数', 'Messages shown at once', 'pieces', 3, { most: 10 }),

  readingAgeHours: limit('读数有效期', 'Readings acted on up to', 'hours', 24, { most: 168 }),

  previewMinutes: limit('操作预检有效期', 'Selection preview valid for', 'minutes', 10, { most: 60 }),
  approvalFromCards: limit('需复核的批量', 'Approval required above', 'cards', 10_000, {
    most: 1_000_000,
  }),
  typeCountFromCards: limit('需输入数量确认的批量', 'Typed confirmation required above', 'cards', 1_000, {
    most: 10_000,
  }),
  boundReminderDays: limit('码号绑定后未下载提醒', 'Remind of numbers not downloaded after', 'days', 3, { most: 90 }),
  segmentSpan: limit('号段跨度', 'Number segment span', 'cards', 10_000, { most: 10_000 }),
  cardRefreshSeconds: limit('单卡刷新间隔', 'Interval between refreshes of a card', 'seconds', 60, {
    least: 10,
    most: 3_600,
  }),
  unconfirmedMinutes: limit('指令超时提醒', 'Command unconfirmed after', 'minutes', 10, { most: 1_440 }),
  commandWaitHours: limit('指令等待运营商恢复', 'Command waits for its carrier', 'hours', 24, { most: 168 }),
  tagsPerCard: limit('每卡标签数', 'Tags per card', 'pieces', 20, { most: 100 }),
  cardRechargeMinorUnits: limit('单卡充值上限（不含）', 'Card recharge below', 'minorUnits', 1_000_000, {
    least: 100,
    most: 10_000_000,
  }),
  quoteMinutes: limit('报价保留时长', 'Quote valid for', 'minutes', 15, { most: 60 }),
  ruleCardsPerHour: limit('规则每小时操作卡数', 'Cards a rule may touch per hour', 'cards', 5_000, {
    most: 1_000_000,
  }),
} as const satisfies Record<string, Limit>;

export type SiteLimitName = keyof typeof SITE_LIMITS;
export type SiteLimits = Readonly<Record<SiteLimitName, number>>;

const entries = Object.entries(SITE_LIMITS) as [SiteLimitName, Limit][];

export const INITIAL_LIMITS = Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as SiteLimits;

/** What may be stored: some of the limits, each whole and within its bounds. */
export const siteLimitsSchema = z.strictObject(
  Object.fromEntries(
    entries.map(([name, { least, most, title }]) => [
      name,
      z.int().min(least).max(most).optional().meta({ title: title.en }),
    ]),
  ) as Record<SiteLimitName, z.ZodOptional<z.ZodInt>>,
);
export type StoredLimits = z.output<typeof siteLimitsSchema>;

/** The limits in force: what is stored, else the default. */
export const limitsInForce = (stored: StoredLimits): SiteLimits =>
  Object.fromEntries(entries.map(([name, { initial }]) => [name, stored[name] ?? initial])) as SiteLimits;

/** Limits stored under wider bounds are clamped; invalid values are refused by the schema. */
export const limitsWithinBounds = (stored: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(stored).map(([name, value]) => {
      const bounds = entries.find(([known]) => known === name)?.[1];
      return [name, bounds && typeof value === 'number' ? Math.min(value, bounds.most) : value];
    }),
  );
