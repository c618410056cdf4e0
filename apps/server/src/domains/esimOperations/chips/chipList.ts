import { listChips } from '@cardinal/contract/api/esimOperations/chips.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { bothForms, readIdentifierList } from '../../cards/face.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import { type ChipRow, chipTagColumn, tagsOfChips } from '../../esim/face.ts';
import { isOpen, progressOf } from '../operations/operationRules.ts';
import { chipsOf, LAST_FAILED, NO_NUMBER, ON_FALLBACK } from './chipRows.ts';
import { concealedOfChips, sightsOfChips } from './shownChips.ts';

const ICCID = 1;
const EID = 6;
type ShownChip = ChipRow & {
  enabled_iccid: string | null;
  enabled_platform: Platform | null;
  enabled_country: string | null;
  numbers: number;
  operation_kind: EsimOperationKind | null;
  operation_state: EsimOperationState | null;
  operation_id: string | null;
  strategy_name: string | null;
  online_state: number | null;
  package_name: string | null;
  flow_total: string | null;
  flow_used: string | null;
  usage_at: Date | null;
};

export const chipDataset = dataset(listChips, {
  from: (ctx) => chipsOf(ctx),
  table: 'h',
  columns: {
    enabledPlatform: sql`e.platform`,
    enabledCountry: sql`e.country`,
    operationState: sql`o.state`,
    onlineState: sql`k.online_state`,
    tags: chipTagColumn,
  },
  select: (query, ctx) =>
    query
      .selectAll('h')
      .select([
        'e.iccid as enabled_iccid',
        'e.platform as enabled_platform',
        'e.country as enabled_country',
        'o.kind as operation_kind',
        'o.state as operation_state',
        'o.id as operation_id',
        's.name as strategy_name',
        'k.online_state',
        'k.package_name',
        'k.flow_total',
        'k.flow_used',
        'k.usage_at',
        ctx.db
          .selectFrom('esim.v_code_number as n')
          .select(sql<number>`count(*)::int`.as('n'))
          .where('n.eid', '=', sql<string>`h.eid`)
          .where('n.enable_state', 'in', [0, 1, 2])
          .$asScalar()
          .$notNull()
          .as('numbers'),
      ]),
  counts: () => ({
    noNumber: { where: NO_NUMBER },
    failed: { where: LAST_FAILED },
    fallback: { where: ON_FALLBACK },
  }),
  conceals: concealedOfChips,
  present: (rows, ctx) => presentChips(rows, ctx),
  extra: (query, asked, ctx) => {
    let so = query;
    if (asked.eids !== undefined) {
      so = so.where('h.eid', 'in', readIdentifierList(EID, asked.eids, 'eids').values);
    }
    if (asked.iccids !== undefined) {
      const { values } = readIdentifierList(ICCID, asked.iccids, 'iccids');
      so = so.where(
        'h.eid',
        'in',
        ctx.db.selectFrom('esim.v_code_number').select('eid').where('iccid', 'in', bothForms(values)),
      );
    }
    if (asked.eidFrom !== undefined || asked.eidTo !== undefined) so = so.where(segmentOf(asked));
    const flag = (key: 'noNumber' | 'fallbackActive', condition: ReturnType<typeof sql<SqlBool>>) => {
      if (asked[key] !== undefined) so = so.where(sql<SqlBool>`${condition} = ${asked[key] === true}`);
    };
    flag('noNumber', NO_NUMBER);
    flag('fallbackActive', ON_FALLBACK);
    if (asked.strategyId !== undefined) so = so.where('h.strategy_id', '=', asked.strategyId);
    return so;
  },
});

/** EIDs whose prefix lies between two of the same length, inclusive. */
function segmentOf(asked: Record<string, unknown>) {
  const [from, to] = [asked['eidFrom'], asked['eidTo']];
  const at = (field: string, zh: string, en: string) =>
    new Refused(invalid, {}, [{ field, ...problem(zh, en) } as FieldProblem]);
  if (typeof from !== 'string') throw at('eidFrom', '请输入起始 EID', 'Enter the start EID');
  if (typeof to !== 'string') throw at('eidTo', '请输入结束 EID', 'Enter the end EID');
  if (from.length !== to.length)
    throw at('eidTo', '起止 EID 长度应相同', 'Start and end EID must have the same length');
  if (to < from) throw at('eidTo', '结束 EID 不能小于起始 EID', 'End EID cannot be before the start EID');
  return sql<SqlBool>`(h.eid >= ${from} and left(h.eid, ${from.length}::int) <= ${to})`;
}

async function presentChips(rows: readonly ShownChip[], ctx: Ctx) {
  const [hidden, sights, tags, points, accounts, names] = await Promise.all([
    hiddenPlatforms(ctx),
    sightsOfChips(ctx, rows),
    tagsOfChips(
      ctx,
      rows.map(({ eid }) => eid),
    ),
    pointsOfOpen(ctx, rows),
    carrierAccounts(
      ctx,
      rows.map((row) => row.carrier_account_id),
    ),
    customerNames(
      ctx.db,
      rows.map((row) => row.customer_id),
    ),
  ]);
  return rows.map((row) => ({
    customerName: names.get(row.customer_id) ?? '',
    // A chip is no card of its carrier: it is listed even if the host hides that carrier, but without the carrier's name.
    enabledPlatform: row.enabled_platform !== null && hidden.has(row.enabled_platform) ? null : row.enabled_platform,
    operationProgress: row.operation_state && progressOf(row.operation_state, points.get(row.operation_id ?? '') ?? []),
    flowLeft: sights.get(row.eid)?.hides.has('remaining') ? null : leftOf(row),
    imei: sights.get(row.eid)?.hides.has('imei') ? null : row.imei,
    carrierAccountName: accounts.get(row.carrier_account_id)?.name ?? '',
    tags: tags.get(row.eid) ?? [],
  }));
}

/** The notification points of each open operation, by its id. */
async function pointsOfOpen(ctx: Ctx, rows: readonly ShownChip[]): Promise<ReadonlyMap<string | null, string[]>> {
  const open = rows.filter(({ operation_state: state }) => state !== null && isOpen(state));
  if (open.length === 0) return new Map();
  const points = await ctx.db
    .selectFrom('esim_operations.notification_point')
    .select(['operation_id', 'point'])
    .where(
      'eid',
      'in',
      open.map(({ eid }) => eid),
    )
    .where(
      'operation_id',
      'in',
      open.map((row) => row.operation_id),
    )
    .where('is_success', '=', true)
    .execute();
  const grouped = Map.groupBy(points, (point) => point.operation_id);
  return new Map([...grouped].map(([id, heard]) => [id, heard.map(({ point }) => point)]));
}

function leftOf({ flow_total: total, flow_used: used }: ShownChip): string | null {
  if (total === null) return null;
  const left = BigInt(total) - BigInt(used ?? '0');
  return String(left > 0n ? left : 0n);
}
