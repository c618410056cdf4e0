import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { provinceAt } from '@cardinal/primitives/outlines/provinceAt.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { noteProvince } from '../../cards/face.ts';
import { sealPosition } from './sealedPosition.ts';

/** The query used in the API documentation. */
export const DEMO_POSITIONS = '5410100';
const DEMO_CHECK = '5410300';
/** One query for each place of the track. */
const trackTask = (at: number) => String(5_410_200 + at);
const HOUR_MS = 3_600_000;
const NOWHERE = text('运营商没有该卡的位置', 'The carrier has no location for this card');

const SEARCH = text('运输车辆失联查找', 'Search for a lorry out of contact');
const STOCK_TAKING = text('季度资产盘点', 'Quarterly stock-taking');
const FLEET_CHECK = text('车队月度核查', 'Monthly check of the fleet');
const CONSENT = text('定位授权书 2026-03（扫描件编号 DW-0317）', 'Location consent 2026-03 (scan DW-0317)');

type Place = readonly [latitude: number, longitude: number];

/** Around Shenzhen, Guangzhou, Hangzhou and Chengdu, the locations of agent A's meters; the last one has no answer. */
const STOCK: readonly (Place | null)[] = [
  [22.5431, 114.0579],
  [22.6102, 113.9387],
  [23.1291, 113.2644],
  [30.2741, 120.1551],
  [30.5728, 104.0668],
  null,
];
/** A lorry of agent A on three days, oldest first: from Shenzhen to Guangzhou, to Foshan and back. */
const TRACK: readonly { readonly hoursAgo: number; readonly place: Place }[] = [
  { hoursAgo: 62, place: [22.5431, 114.0579] },
  { hoursAgo: 60, place: [22.8016, 113.8433] },
  { hoursAgo: 58, place: [23.0489, 113.7447] },
  { hoursAgo: 55, place: [23.1291, 113.2644] },
  { hoursAgo: 38, place: [23.1181, 113.3208] },
  { hoursAgo: 35, place: [23.0218, 113.1219] },
  { hoursAgo: 31, place: [22.9247, 113.1862] },
  { hoursAgo: 14, place: [22.9375, 113.3839] },
  { hoursAgo: 11, place: [22.7712, 113.5146] },
  { hoursAgo: 8, place: [22.5602, 113.8831] },
];
/** Home locations of the enterprise's vehicles, and how many of a hundred are there. */
const FLEET: readonly { readonly place: Place; readonly share: number }[] = [
  { place: [22.5431, 114.0579], share: 30 },
  { place: [30.2741, 120.1551], share: 18 },
  { place: [31.2304, 121.4737], share: 14 },
  { place: [32.0603, 118.7969], share: 11 },
  { place: [30.5728, 104.0668], share: 9 },
  { place: [30.5928, 114.3055], share: 7 },
  { place: [34.3416, 108.9398], share: 5 },
  { place: [36.0671, 120.3826], share: 4 },
  { place: [39.9042, 116.4074], share: 2 },
];
const FLEET_CARDS = 100;

const fleetPlaces = FLEET.flatMap(({ place: [latitude, longitude], share }) =>
  // Spread out, so that they do not overlap on the map.
  Array.from({ length: share }, (_, at): Place => [latitude + (at % 5) * 0.02, longitude + Math.floor(at / 5) * 0.02]),
);

type Card = { id: string; iccid: string; platform: number; carrier_account_id: string };

/** A customer's newest cards whose carrier reports positions. */
const cardsOf = (ctx: Ctx, customerId: string, most: number): Promise<Card[]> =>
  ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'iccid', 'platform', 'carrier_account_id'])
    .where('customer_id', '=', customerId)
    .where('platform', '=', Platform.values.Lt)
    .where('lifecycle', '=', 'activated')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

type Asked = {
  readonly taskId: string;
  readonly by: { readonly customerId: string; readonly account: string; readonly purpose: string };
  readonly at: Date;
  /** How long before the query the network had last seen the card. */
  readonly ageHours: number;
};

async function keep(ctx: Ctx, asked: Asked, cards: readonly Card[], places: readonly (Place | null)[]): Promise<void> {
  const rows = cards.map((card, seq) => {
    const id = ctx.ids.next();
    const place = places[seq] ?? null;
    const [latitude, longitude] = place ?? [null, null];
    return {
      card_id: card.id,
      id,
      task_id: asked.taskId,
      seq,
      iccid: card.iccid,
      platform: card.platform,
      carrier_account_id: card.carrier_account_id,
      customer_id: asked.by.customerId,
      account_name: asked.by.account,
      purpose: asked.by.purpose,
      state: 'done' as const,
      is_found: place !== null,
      source: place ? ('last' as const) : null,
      accuracy_metres: place ? 300 + (seq % 5) * 350 : null,
      sealed: place ? sealPosition(ctx, id, { latitude, longitude, district: null }) : null,
      words: place ? null : JSON.stringify(NOWHERE),
      located_at: place ? new Date(asked.at.getTime() - asked.ageHours * HOUR_MS) : null,
      asked_at: asked.at,
      created_at: asked.at,
    };
  });
  if (rows.length === 0) return;
  await ctx.db.insertInto('card_lookups.position_query').values(rows).execute();
  for (const [seq, card] of cards.entries()) {
    const place = places[seq];
    const province = place && provinceAt(place[0], place[1]);
    if (province) await noteProvince(ctx.beyondScope('cards of the demo that were just located'), card.id, province);
  }
}

/** Queries of agent A and the enterprise below it: a stock-taking, a lorry on its way, the whole fleet; and a consent. */
export async function seedPositionDemo(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const cards = await cardsOf(ctx, '10', STOCK.length + 1);
  const lorry = cards[STOCK.length];
  if (lorry) {
    const by = { customerId: '10', account: 'agent', purpose: say(SEARCH, ctx.language) };
    for (const [at, { hoursAgo: hours, place }] of TRACK.entries()) {
      await keep(ctx, { taskId: trackTask(at), by, at: hoursAgo(hours), ageHours: 0 }, [lorry], [place]);
    }
  }
  const stock = { customerId: '10', account: 'agent', purpose: say(STOCK_TAKING, ctx.language) };
  const first = cards.slice(0, STOCK.length);
  await keep(ctx, { taskId: DEMO_POSITIONS, by: stock, at: hoursAgo(26), ageHours: 2 }, first, STOCK);
  const fleet = { customerId: '12', account: 'enterprise', purpose: say(FLEET_CHECK, ctx.language) };
  const vehicles = await cardsOf(ctx, '12', FLEET_CARDS);
  await keep(ctx, { taskId: DEMO_CHECK, by: fleet, at: hoursAgo(50), ageHours: 3 }, vehicles, fleetPlaces);
  await ctx.db
    .insertInto('card_lookups.location_consent')
    .values({
      customer_id: '12',
      document: say(CONSENT, ctx.language),
      valid_until: '2027-12-31',
      granted_by: 'agent',
      granted_at: hoursAgo(2_026),
    })
    .execute();
}
