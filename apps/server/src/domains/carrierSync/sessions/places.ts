import { type readCardPlaces as endpoint, PLACE_DAYS } from '@cardinal/contract/api/carrierSync/sessions.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import { sightsOfCards } from '../../cards/face.ts';
import { type NetworkName, networkNames } from '../../carriers/face.ts';
import { ownCard } from './ownCard.ts';

export type Place = NonNullable<AnswerOf<typeof endpoint>['current']>;
export type CountryUsage = AnswerOf<typeof endpoint>['countries'][number];

export async function readPlaces(ctx: Ctx, query: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const { id } = await ownCard(ctx, query.cardId);
  const [current, countries] = await Promise.all([
    currentPlace(ctx, [id]),
    usageByCountry(ctx, [id], query.days ?? PLACE_DAYS.initial),
  ]);
  return { current, countries };
}

type Codes = { readonly mcc: string | null; readonly mnc: string | null };
const codeOf = ({ mcc, mnc }: Codes) => `${mcc}-${mnc}`;

/** A network's display name; the codes if it is no longer registered. */
export function namedNetwork({ mcc, mnc }: Codes, names: ReadonlyMap<string, NetworkName>) {
  const name = names.get(codeOf({ mcc, mnc }));
  return { mcc, mnc, zh: name?.zh ?? null, en: name?.en ?? null, isRegistered: name?.isRegistered ?? mcc === null };
}

/** Those of the cards whose place is not hidden from the caller by those above. */
async function placedOf(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const sights = await sightsOfCards(ctx, ids);
  return ids.filter((id) => !sights.get(id)?.hides.has('location'));
}

/** Where the last located session of any of these cards was, within the caller's scope and as far as those above show it. */
export async function currentPlace(ctx: Ctx, cards: readonly string[]): Promise<Place | null> {
  const cardIds = await placedOf(ctx, cards);
  if (cardIds.length === 0) return null;
  const rows = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'online_state'])
    .where('id', 'in', cardIds)
    .execute();
  const onlineState = new Map(rows.map((card) => [card.id, card.online_state]));
  const own = [...onlineState.keys()];
  if (own.length === 0) return null;
  const told = ctx.db
    .selectFrom('carrier_sync.session as s')
    .where('s.card_id', 'in', own)
    .where((on) => on.or([on('s.country_code', 'is not', null), on('s.mcc', 'is not', null)]));
  const last = await told
    .select(['s.card_id', 's.started_at', 's.ended_at', 's.country_code', 's.mcc', 's.mnc', 's.read_at'])
    .orderBy('s.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const elsewhere = await told
    .select('s.started_at')
    .where('s.started_at', '<', last.started_at)
    .where((on) =>
      on.or([
        on('s.country_code', 'is distinct from', last.country_code),
        on('s.mcc', 'is distinct from', last.mcc),
        on('s.mnc', 'is distinct from', last.mnc),
      ]),
    )
    .orderBy('s.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { since } = await told
    .select((row) => row.fn.min('s.started_at').as('since'))
    .$if(elsewhere !== undefined, (query) => query.where('s.started_at', '>', elsewhere?.started_at ?? last.started_at))
    .executeTakeFirstOrThrow();
  return {
    country: last.country_code,
    network: namedNetwork(last, await networkNames(ctx, [last])),
    since: (since as Date).toISOString(),
    isOnline: onlineState.get(last.card_id) === 1 && last.ended_at === null,
    readAt: last.read_at.toISOString(),
  };
}

/** Usage of these cards per country in the last days, highest first. */
export async function usageByCountry(ctx: Ctx, cards: readonly string[], days: number): Promise<CountryUsage[]> {
  const cardIds = await placedOf(ctx, cards);
  if (cardIds.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('carrier_sync.session as s')
    .select(['s.country_code', 's.mcc', 's.mnc'])
    .select((row) => [
      row.fn.coalesce(row.fn.sum<string>('s.bytes'), row.val('0')).as('bytes'),
      row.fn.countAll<string>().as('sessions'),
      row.fn.max('s.started_at').as('last_at'),
    ])
    .where('s.card_id', 'in', [...cardIds])
    .where('s.started_at', '>=', new Date(ctx.clock.now().getTime() - days * DAY_MS))
    .where((on) => on.or([on('s.country_code', 'is not', null), on('s.mcc', 'is not', null)]))
    .groupBy(['s.country_code', 's.mcc', 's.mnc'])
    .execute();
  const names = await networkNames(ctx, rows);
  const sum = (values: readonly string[]) => values.reduce((total, value) => total + BigInt(value), 0n);
  const most = (a: { bytes: string }, b: { bytes: string }) => Number(BigInt(b.bytes) - BigInt(a.bytes));
  return [...Map.groupBy(rows, (row) => row.country_code)]
    .map(([country, own]) => ({
      country,
      bytes: String(sum(own.map(({ bytes }) => bytes))),
      sessions: own.reduce((total, { sessions }) => total + Number(sessions), 0),
      lastAt: new Date(Math.max(...own.map(({ last_at: at }) => Number(at)))).toISOString(),
      networks: own.map((row) => ({ ...namedNetwork(row, names), bytes: row.bytes })).sort(most),
    }))
    .sort(most);
}
