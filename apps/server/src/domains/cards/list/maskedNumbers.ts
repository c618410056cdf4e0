import { accountOf, type Ctx } from '../../../framework/context.ts';
import { settingsOf } from '../../settings/face.ts';

type Row = Record<string, unknown>;

/** The ICCID is not masked: cards are opened by it. */
const NUMBERS = ['businessNumber', 'mappingNumber', 'imsi', 'imei', 'boundImei', 'eid'] as const;

/** The first three and the last four stay; of a short number the last two. */
export const masked = (number: string): string =>
  number.length > 9 ? `${number.slice(0, 3)}****${number.slice(-4)}` : `****${number.slice(-2)}`;

/** Rows of a list with the middle of their numbers masked, if the caller's customer requires it. */
export async function maskedFor(ctx: Ctx, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0 || !(await settingsOf(ctx, accountOf(ctx).customerId)).masksNumbers) return rows;
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(NUMBERS.flatMap((name) => (row[name] ? [[name, masked(String(row[name]))]] : []))),
  }));
}
