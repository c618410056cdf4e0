import { sourceNotFound } from '@cardinal/contract/api/externalPackages/refusals.ts';
import type * as api from '@cardinal/contract/api/externalPackages/sources.ts';
import { listSources } from '@cardinal/contract/api/externalPackages/sources.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import type { SourceCredential } from '../adapters/operations.ts';
import { protocolOf, SOURCE_PROTOCOLS } from '../adapters/protocols.ts';
import { failuresOf, hostOf } from './sourceHealth.ts';

type Health = {
  source_id: string;
  is_open: boolean | null;
  open_zh: string | null;
  open_en: string | null;
  last_ok_at: Date | null;
};
type Counts = { source_id: string; offers: number; mapped: number; suspended: number };

export const sourceDataset = dataset(listSources, {
  isShort: true,
  from: (ctx) =>
    ctx.db.selectFrom('external_packages.source as s').where('s.customer_id', '=', accountOf(ctx).customerId),
  table: 's',
  select: (query) => query.selectAll('s'),
  present: async (rows, ctx) => {
    const ids = rows.map(({ id }) => id);
    const [failures, health, counts, orders] = await Promise.all([
      failuresOf(ctx, ids),
      healthOf(ctx, ids),
      countsOf(ctx, ids),
      openOrders(ctx, ids),
    ]);
    return rows.map((row) => {
      const found = health.get(row.id);
      const { offers = 0, mapped = 0, suspended = 0 } = counts.get(row.id) ?? {};
      const isOpen = found?.is_open ?? null;
      return {
        host: hostOf(row.base_url),
        breaker: isOpen === null ? ('closed' as const) : isOpen ? ('open' as const) : ('probing' as const),
        breakerWords: found?.open_zh ? say(text(found.open_zh, found.open_en ?? found.open_zh), ctx.language) : null,
        lastAnswerAt: found?.last_ok_at?.toISOString() ?? null,
        failures: failures.get(row.id) ?? 0,
        syncWords: row.sync_zh === null ? null : say(text(row.sync_zh, row.sync_en ?? row.sync_zh), ctx.language),
        offers,
        mapped,
        suspended,
        openOrders: orders.get(row.id)?.open ?? 0,
        oldestOrderAt: orders.get(row.id)?.oldest.toISOString() ?? null,
        tolerance: percentText(row.tolerance),
      };
    });
  },
});

/** Hundredths of a per cent as they are typed: `12.5`. */
const percentText = (hundredths: number): string => String(hundredths / 100);

async function healthOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Health>> {
  const { rows } = await sql<Health>`
    select account_id as source_id, open_until > clock_timestamp() as is_open, open_zh, open_en, last_ok_at
    from external_packages.gate where account_id = any(${[...ids]}::bigint[])`.execute(
    ctx.beyondScope('health of sources already read in scope'),
  );
  return new Map(rows.map((row) => [row.source_id, row]));
}

async function countsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const rows = await ctx.db
    .selectFrom('external_packages.offer')
    .select([
      'source_id',
      sql<number>`count(*)::int`.as('offers'),
      sql<number>`count(package_id)::int`.as('mapped'),
      sql<number>`count(suspended)::int`.as('suspended'),
    ])
    .where(sql<boolean>`source_id = any(${[...ids]}::bigint[])`)
    .groupBy('source_id')
    .execute();
  return new Map(rows.map((row) => [row.source_id, row]));
}

async function openOrders(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('external_packages.source_order')
    .select(['source_id', sql<number>`count(*)::int`.as('open'), sql<Date>`min(created_at)`.as('oldest')])
    .where(sql<boolean>`source_id = any(${[...ids]}::bigint[])`)
    .where('next_at', 'is not', null)
    .groupBy('source_id')
    .execute();
  return new Map(rows.map((row) => [row.source_id, row]));
}

const fieldOf = ({ form: _, hint, ...field }: SourceCredential) => ({
  ...field,
  hint: hint ?? null,
  isOptional: false,
});

export const readForm = (): AnswerOf<typeof api.sourceForm> => ({
  adapters: SOURCE_PROTOCOLS.map(({ adapter, credentials }) => ({ adapter, credentials: credentials.map(fieldOf) })),
});

export async function readSource(ctx: Ctx, id: string): Promise<AnswerOf<typeof api.readSource>> {
  const row = await ctx.db
    .selectFrom('external_packages.source')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .executeTakeFirst();
  const [shown] = row ? await sourceDataset.present([row], ctx) : [];
  if (!row || !shown) throw new Refused(sourceNotFound);
  return {
    ...(shown as AnswerOf<typeof api.readSource>),
    baseUrl: row.base_url,
    credentials: protocolOf(row.adapter).credentials.map((field) => ({
      ...fieldOf(field),
      shown: row.credential_hints[field.name] ?? null,
    })),
    version: row.version,
  };
}
