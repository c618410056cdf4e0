import { type readCardSessions as endpoint, SESSIONS_PER_PAGE } from '@cardinal/contract/api/carrierSync/sessions.ts';
import { OnlineState } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { sightOf } from '../../cards/face.ts';
import { capabilitiesOf, networkNames } from '../../carriers/face.ts';
import { bytesSeen } from '../../control/face.ts';
import { ownCard } from './ownCard.ts';
import { namedNetwork } from './places.ts';

export async function listSessions(
  ctx: Ctx,
  { cardId, page = 1 }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const card = await ownCard(ctx, cardId);
  const can = (await capabilitiesOf(ctx, card.carrier_account_id))?.operations ?? [];
  const own = ctx.db.selectFrom('carrier_sync.session').where('card_id', '=', card.id);
  const { total } = await own.select((row) => row.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('started_at', 'desc')
    .limit(SESSIONS_PER_PAGE)
    .offset((page - 1) * SESSIONS_PER_PAGE)
    .execute();
  const names = await networkNames(ctx, rows);
  const sight = await sightOf(ctx, card);
  const hidesPlace = sight?.hides.has('location') ?? false;
  const seen = (bytes: string | null) => (bytes === null || !sight ? bytes : String(bytesSeen(BigInt(bytes), sight)));
  return {
    isOffered: can.includes('getSession') || can.includes('listUsageRecords'),
    total: Number(total),
    sessions: rows.map((row, nth) => ({
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      isOpen: page === 1 && nth === 0 && row.ended_at === null && card.online_state === OnlineState.values.online,
      country: hidesPlace ? null : row.country_code,
      network: namedNetwork(hidesPlace ? { mcc: null, mnc: null } : row, names),
      rat: row.rat,
      ipAddress: row.ip_address,
      apn: row.apn,
      bytes: seen(row.bytes),
      bytesUp: seen(row.bytes_up),
      bytesDown: seen(row.bytes_down),
    })),
  };
}
