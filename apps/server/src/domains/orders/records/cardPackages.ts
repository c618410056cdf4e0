import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { writeOwnColumns } from '../../cards/face.ts';
import { ofCards } from './recordStore.ts';

const { using, used } = PackageUsageState.values;

type Columns = {
  card_id: string;
  package_name: string | null;
  package_ends_at: Date | null;
  flow_total: string | null;
  voice_total: string | null;
  sms_total: string | null;
};

/**
 * Writes what these locked cards show of their packages: the name and the end of the main package in use, or of the last one that
 * ended, and what all packages in use give together (nothing where one of them is unlimited). Nobody else writes these columns.
 */
export async function showPackages(ctx: Ctx, cardIds: readonly string[]): Promise<void> {
  if (cardIds.length === 0) return;
  const running = sql`filter (where u.state = ${using})`;
  const shown = sql`order by u.state = ${using} desc, u.is_main desc, u.ends_at desc`;
  const { rows } = await sql<Columns>`
    select c.id as card_id,
      (array_agg(u.package_name ${shown}))[1] as package_name,
      (array_agg(u.ends_at ${shown}))[1] as package_ends_at,
      case when not bool_or(u.flow_bytes is null) ${running} then sum(u.flow_bytes) ${running} end as flow_total,
      sum(u.voice_seconds) ${running} as voice_total,
      sum(u.sms_count) ${running} as sms_total
    from unnest(${[...cardIds]}::bigint[]) as c (id)
    left join orders.package_usage u on u.card_id = c.id and (u.state = ${using} or u.state = ${used} and u.is_main)
    group by c.id`.execute(ofCards(ctx));
  await writeOwnColumns(
    ctx,
    rows.map(({ card_id, ...written }) => ({ id: card_id, written })),
  );
}
