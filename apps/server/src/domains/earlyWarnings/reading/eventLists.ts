import type { WarningOrigin } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { METRICS } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { listOwnWarningEvents, listWarningEvents } from '@cardinal/contract/api/earlyWarnings/events.ts';
import { CNY, placesOf } from '@cardinal/primitives/money.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import { valueText } from '../judging/warningWords.ts';
import { type EventRow, WHY } from '../warningTables.ts';

const figureText = (row: EventRow, value: string, language: Parameters<typeof say>[1]) =>
  say(valueText(row.metric, BigInt(value), row.currency), language);

/** In main units, for a chart. */
const plain = ({ metric, currency }: EventRow) => {
  const scale = METRICS[metric].unit === 'money' ? 10 ** placesOf(currency ?? CNY) : 1;
  return (value: number | string) => Number(value) / scale;
};

const eventsOf = (list: typeof listWarningEvents | typeof listOwnWarningEvents, origin: WarningOrigin) =>
  dataset(list, {
    from: (ctx) => ctx.db.selectFrom('early_warnings.event as e').where('e.origin', '=', origin),
    table: 'e',
    columns: {
      objectCustomer: sql`e.object_customer_id`,
      limit: sql`e.limit_value`,
      limitFigure: sql`e.limit_value`,
      customerName: sql`e.customer_id`,
      end: sql`e.ended_by`,
    },
    select: (query) => query.selectAll('e'),
    extra: (query, { ruleId }) =>
      ruleId === undefined ? query : query.where(sql<boolean>`e.rule_id = ${String(ruleId)}::bigint`),
    present: async (found, ctx) => {
      const rows = found as unknown as readonly EventRow[];
      const [customers, holders] = [
        await customerNames(
          ctx.db,
          rows.map(({ customer_id }) => customer_id),
        ),
        // Moved to another tree since, it is still what this event was about.
        await customerNames(
          ctx.beyondScope(WHY),
          rows.map(({ object_customer_id }) => object_customer_id),
        ),
      ];
      return rows.map((row) => {
        const main = plain(row);
        return {
          objectCustomer: holders.get(row.object_customer_id) ?? '',
          value: figureText(row, row.value, ctx.language),
          worst: figureText(row, row.worst, ctx.language),
          limit: figureText(row, row.limit_value, ctx.language),
          limitFigure: main(row.limit_value),
          samples: row.samples.map(([seconds, value]) => ({
            at: new Date(seconds * 1_000).toISOString(),
            value: main(value),
          })),
          end: row.ended_by,
          customerName: customers.get(row.customer_id) ?? '',
        };
      });
    },
  });

export const fleetEvents = eventsOf(listWarningEvents, 'fleet');
export const ownEvents = eventsOf(listOwnWarningEvents, 'own');
