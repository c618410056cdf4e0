import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { integerString } from '../../framework/fields.ts';
import { periodTooLong } from '../../framework/standardRefusals.ts';

/** What the rows of the report are. */
export const ReportRow = enumeration('profitReportRow', '分组', 'By', {
  month: { zh: '月份', en: 'Month' },
  day: { zh: '日期', en: 'Day' },
  package: { zh: '套餐', en: 'Package' },
  buyer: { zh: '下级', en: 'Sold to' },
  platform: { zh: '运营商', en: 'Carrier' },
  source: { zh: '来源', en: 'Source' },
});
export type ReportRow = ValueOf<typeof ReportRow>;
/** By when a sale was made, or by when its profit could be used. */
export const ReportBasis = enumeration('profitReportBasis', '口径', 'Basis', {
  earned: { zh: '按销售时间', en: 'By sale' },
  released: { zh: '按解冻时间', en: 'By release' },
});
export type ReportBasis = ValueOf<typeof ReportBasis>;

const figures = {
  sales: z.number().int(),
  /** What the level below paid, what was owed above, and the difference. */
  price: integerString,
  cost: integerString,
  profit: integerString,
  /** Of that, given back: below zero. */
  reversed: integerString,
  net: integerString,
};

/** What the caller's customer earned in a period, grouped; its totals are those of the details. Currencies are never added. */
export const readProfitReport = read({
  name: 'profit.report',
  summary: text('收益报表', 'Profit report'),
  permission: 'benefitReport.view',
  query: {
    from: z.iso.date(),
    /** The last day included. */
    to: z.iso.date(),
    by: ReportRow.schema,
    basis: ReportBasis.schema.optional(),
    customerId: idSchema.optional(),
  },
  answer: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    asOf: z.iso.datetime({ offset: true }),
    currencies: z.array(
      z.object({
        currency: z.string(),
        total: z.object(figures),
        /** The same span before it. */
        before: integerString,
        /** Of the total's net, what the details do not list because the site hides its carrier. */
        unlisted: integerString,
        /** A row without a key stands for the carriers that are not listed. */
        rows: z.array(z.object({ key: z.string(), name: z.string(), ...figures })),
        /** Rows beyond those shown. */
        more: z.number().int(),
      }),
    ),
  }),
  refusals: [periodTooLong],
  example: { query: { from: '2026-11-01', to: '2026-11-30', by: 'package' } },
});
