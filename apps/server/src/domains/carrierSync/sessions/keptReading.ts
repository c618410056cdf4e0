import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

type KeptSession = {
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly ipAddress: string | null;
  readonly apn: string | null;
  readonly rat: string | null;
  /** When the carrier told it. */
  readonly readAt: string;
};

type KeptReading = {
  readonly session: KeptSession | null;
  /** The answer about the card itself as the carrier gave it; null of a card nobody has asked about by itself. */
  readonly raw: { readonly readAt: string; readonly answer: Record<string, unknown> } | null;
};

/** What the carrier of a card, which was read within the scope, last said of it. */
export async function keptReading(ctx: Ctx, cardId: string): Promise<KeptReading> {
  const row = await ctx.db
    .selectFrom('carrier_sync.carrier_reading')
    .selectAll()
    .where('card_id', '=', cardId)
    .executeTakeFirst();
  return {
    session:
      row?.session && row.session_at
        ? // Sessions of before the network was kept have none.
          { rat: null, ...(row.session as Omit<KeptSession, 'rat' | 'readAt'>), readAt: row.session_at.toISOString() }
        : null,
    raw: row?.read_at ? { readAt: row.read_at.toISOString(), answer: row.raw as Record<string, unknown> } : null,
  };
}

/** The network of the last session of each of these cards, where it is known. */
export async function networksOfLastSessions(
  ctx: Ctx,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom('carrier_sync.carrier_reading')
    .select(['card_id', sql<string>`session->>'rat'`.as('rat')])
    .where(sql<boolean>`card_id = any(${cardIds}::bigint[]) and session->>'rat' is not null`)
    .execute();
  return new Map(rows.map(({ card_id, rat }) => [card_id, rat]));
}
