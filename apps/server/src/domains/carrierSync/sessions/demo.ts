import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import { type Random, seededRandom } from '@cardinal/primitives/random.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { insertMany } from '../../../demo/cards/demoInsert.ts';
import type { Ctx } from '../../../framework/context.ts';
import { noteNetworks } from '../../carriers/face.ts';

const HOUR_MS = 3_600_000;
const DAYS = 30;
/** When travelling cards arrived at their present place. */
const ARRIVED_DAYS = 11;

/** The networks of demo cards by country; the last one of Great Britain is not registered. */
const NETWORKS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  DE: [
    ['262', '01'],
    ['262', '02'],
  ],
  FR: [
    ['208', '01'],
    ['208', '10'],
  ],
  GB: [
    ['234', '10'],
    ['234', '30'],
    ['234', '99'],
  ],
  IT: [['222', '01']],
  ES: [['214', '07']],
  US: [
    ['310', '260'],
    ['310', '410'],
  ],
  JP: [
    ['440', '10'],
    ['440', '20'],
  ],
  KR: [['450', '05']],
  TH: [
    ['520', '03'],
    ['520', '04'],
  ],
  VN: [
    ['452', '04'],
    ['452', '02'],
  ],
  SG: [['525', '01']],
  HK: [['454', '00']],
};
const ROUTES = [
  ['TH', 'VN'],
  ['DE'],
  ['GB', 'FR'],
  ['JP'],
  ['US'],
  ['HK', 'SG'],
  ['DE', 'FR'],
  ['KR', 'JP'],
  ['ES', 'IT'],
];

type Card = {
  readonly id: string;
  readonly customer_id: string;
  readonly carrier_account_id: string;
  readonly activated_at: Date | null;
  readonly last_session_at: Date | null;
  readonly online_state: number;
  readonly flow_used: string | null;
};

/**
 * A month of sessions for the demo's used international cards: on default routes, or at the given places of their chips. Their
 * usage in the running cycle equals what the lists show.
 */
export async function seedSessionDemo(ctx: Ctx, places?: ReadonlyMap<string, string>): Promise<void> {
  const random = seededRandom(places ? 'demo esim sessions' : 'demo sessions');
  const now = ctx.clock.now();
  const cards = await ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'customer_id', 'carrier_account_id', 'activated_at', 'last_session_at', 'online_state', 'flow_used'])
    .where('platform', '=', Platform.values.Gj)
    .where('kind', places ? '=' : '!=', CardKind.values.esim)
    .where('activated_at', 'is not', null)
    .where('last_session_at', 'is not', null)
    .orderBy('id')
    .execute();
  const rows = cards.flatMap((card, at) => {
    const place = places?.get(card.id);
    const route = places ? place && [place] : ROUTES[at % ROUTES.length];
    return route ? sessionsOf(card, route, random, now) : [];
  });
  const networks = Object.entries(NETWORKS).flatMap(([country, all]) =>
    all.map(([mcc, mnc]) => ({ mcc, mnc, country })),
  );
  if (rows.length > 0) await noteNetworks(ctx, networks);
  await insertMany(ctx, 'carrier_sync.session', rows);
}

function sessionsOf(card: Card, route: readonly string[], random: Random, now: Date) {
  const last = card.last_session_at as Date;
  const first = Math.max((card.activated_at as Date).getTime(), now.getTime() - DAYS * DAY_MS);
  const starts: Date[] = [last];
  for (let at = last.getTime() - (10 + random.int(20)) * HOUR_MS; at > first; at -= (14 + random.int(34)) * HOUR_MS)
    starts.unshift(new Date(at));
  const weights = starts.map(() => 20 + random.int(100));
  const cycleStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  // A card without recent usage used everything before.
  const isCounted = starts.map((start) => start.getTime() >= cycleStart || last.getTime() < cycleStart);
  const sum = weights.reduce((total, weight, at) => total + (isCounted[at] ? weight : 0), 0);
  const used = Number(card.flow_used ?? 0);
  return starts.map((start, at) => {
    const hasArrived = start.getTime() > now.getTime() - ARRIVED_DAYS * DAY_MS;
    const country = (hasArrived ? route.at(-1) : route[0]) ?? 'DE';
    const own = NETWORKS[country] ?? [];
    // Most of a stay is on one network, some of it on another.
    const choice = at % 5 === 3 ? random.int(own.length) : Number(card.id) % Math.min(2, own.length);
    const [mcc, mnc] = own[at === starts.length - 1 ? 0 : choice] ?? ['262', '01'];
    const bytes = Math.floor((used * (weights[at] ?? 0)) / sum);
    const isOpen = at === starts.length - 1 && card.online_state === 1;
    const length = (1 + random.int(9)) * HOUR_MS;
    const next = starts[at + 1]?.getTime() ?? now.getTime();
    return {
      card_id: card.id,
      started_at: start,
      ended_at: isOpen ? null : new Date(Math.min(start.getTime() + length, next - 60_000)),
      customer_id: card.customer_id,
      carrier_account_id: card.carrier_account_id,
      country_code: country,
      mcc,
      mnc,
      rat: random.int(5) === 0 ? '5G' : '4G',
      ip_address: `10.${20 + random.int(30)}.${random.int(250)}.${1 + random.int(250)}`,
      apn: 'global.iot',
      bytes: String(bytes),
      bytes_up: String(Math.floor(bytes / 5)),
      bytes_down: String(bytes - Math.floor(bytes / 5)),
      read_at: now,
    };
  });
}
