import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { AnyQuery } from '../../framework/dataset.ts';

const WEEK_MS = 604_800_000;
/** Counting stops here; beyond, the figures are those of the newest cards and say so. */
const COUNTED = 100_000;

/** The numbers over the list, within its filter, in one pass. */
export async function cardFigures(ctx: Ctx, filtered: () => Promise<AnyQuery>) {
  const now = ctx.clock.now();
  const inner = (await filtered())
    .clearSelect()
    .select(['c.lifecycle', 'c.package_ends_at', 'c.online_state'])
    .limit(COUNTED + 1);
  const counted = ctx.db
    .selectFrom(inner.as('f'))
    .select([
      sql<string>`count(*)`.as('total'),
      sql<string>`count(*) filter (where f.lifecycle = 'activated')`.as('activated'),
      sql<string>`count(*) filter (where f.lifecycle = 'stopped')`.as('stopped'),
      sql<string>`count(*) filter (where f.lifecycle = 'unactivated')`.as('unactivated'),
      sql<string>`count(*) filter (where f.package_ends_at >= ${now} and f.package_ends_at < ${new Date(now.getTime() + WEEK_MS)})`.as(
        'endingSoon',
      ),
      sql<string>`count(*) filter (where f.online_state = 1)`.as('online'),
    ]);
  const row = (await counted.executeTakeFirstOrThrow()) as Record<string, string>;
  const number = (name: string) => Number(row[name] ?? 0);
  return {
    total: Math.min(number('total'), COUNTED),
    activated: number('activated'),
    stopped: number('stopped'),
    unactivated: number('unactivated'),
    endingSoon: number('endingSoon'),
    online: number('online'),
    isEstimate: number('total') > COUNTED,
  };
}
