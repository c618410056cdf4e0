import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { EsimImportContent } from '../../domains/esim/imports/importTables.ts';
import type { Ctx } from '../../framework/context.ts';

const IMPORTER = { customer_id: '1', target_customer_id: '1', account_id: '1002', account_name: 'operator' };

type Made = {
  content: EsimImportContent;
  name: string;
  days: number;
  rows: number;
  bad?: number;
  state?: 'failed' | 'undone';
};

/** The sheets chips and numbers were imported from, one unreadable sheet, and one that was undone. Returns the first two. */
const DELIVERY = text('码号交付-2026Q2.xlsx', 'numbers-2026Q2.xlsx');
const LIST = text('供应商清单.xlsx', 'supplier-list.xlsx');

export async function seedImports(
  ctx: Ctx,
  of: { smdpAccountId: string; accounts: ReadonlyMap<number, string>; chips: number; numbers: number },
): Promise<{ chips: string; numbers: string }> {
  const now = ctx.clock.now().getTime();
  const [platform, accountId] = [...of.accounts][0] ?? [6, of.smdpAccountId];
  const row = ({ content, name, days, rows, bad = 0, state }: Made) => {
    const id = ctx.ids.next();
    const createdAt = new Date(now - days * DAY_MS);
    const isFailed = state === 'failed';
    const good = isFailed ? 0 : rows - bad;
    const isNumbers = content === 'numbers';
    return {
      id,
      batch_no: `E${BigInt(id).toString(36).toUpperCase()}`,
      content,
      ...IMPORTER,
      carrier_account_id: isNumbers ? accountId : of.smdpAccountId,
      smdp_account_id: isNumbers ? of.smdpAccountId : null,
      platform: isNumbers ? (platform as Exclude<Platform, -1>) : null,
      product_code: null,
      product_version: null,
      state: state ?? ('done' as const),
      file_name: name,
      file_bytes: 24_000 + rows * 90,
      file_sha256: id.padStart(64, '0'),
      reading_id: null,
      choice: isFailed ? null : ('all' as const),
      rows,
      progress: rows,
      good,
      bad,
      imported: good,
      removed: state === 'undone' ? good : 0,
      ...(isFailed && {
        failure_zh: '第一行没有 ICCID 列标题，请使用导入模板',
        failure_en: 'The first row has no column titled ICCID; use the import template',
      }),
      task_id: null,
      undo_task_id: null,
      created_at: createdAt,
      checked_at: new Date(createdAt.getTime() + 9_000),
      finished_at: new Date(createdAt.getTime() + 40_000),
    };
  };
  const chips = row({ content: 'chips', name: 'eUICC-2026-A.xlsx', days: 150, rows: of.chips });
  const numbers = row({
    content: 'numbers',
    name: say(DELIVERY, ctx.language),
    days: 160,
    rows: of.numbers + 4,
    bad: 4,
  });
  const others = [
    row({ content: 'chips', name: 'eUICC-sample.xlsx', days: 170, rows: 12, bad: 2, state: 'undone' }),
    row({ content: 'numbers', name: say(LIST, ctx.language), days: 41, rows: 0, state: 'failed' }),
  ];
  await ctx.db
    .insertInto('esim.import_batch')
    .values([chips, numbers, ...others])
    .execute();
  return { chips: chips.id, numbers: numbers.id };
}
