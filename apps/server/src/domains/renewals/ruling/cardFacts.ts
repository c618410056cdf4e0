import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Renewing } from '../../orders/face.ts';
import { monthsOf, packageVersions } from '../../packages/face.ts';
import type { OnCard } from './renewalRules.ts';

const { unused, using, used } = PackageUsageState.values;

/**
 * The main package of a card `c`, its last day of service with all that waits, China's, and the versions that wait, as a text: empty
 * where it never had one, so that an order is no renewal.
 */
export const MAIN_PACKAGES = sql<string>`coalesce((
  select concat_ws('~',
    (array_agg(u.package_id order by array_position(${sql.lit(`{${using},${unused},${used}}`)}::int[], u.state::int), u.ends_at desc))[1],
    coalesce(to_char((max(u.ends_at) filter (where u.state <> ${sql.lit(used)}) - interval '1 millisecond')
      at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), ''),
    coalesce(string_agg(u.package_version_id::text, ',') filter (where u.state = ${sql.lit(unused)}), ''))
  from orders.v_package_usage u
  where u.card_id = c.id and u.is_main and u.state <= ${sql.lit(used)} having count(*) > 0), '')`;

async function factsOf(ctx: Ctx, cards: readonly Renewing[]): Promise<ReadonlyMap<string, string>> {
  const ids = cards.flatMap(({ id, facts }) => (id !== undefined && facts === undefined ? [id] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; facts: string }>`
    select c.id::text, ${MAIN_PACKAGES} as facts from cards.v_card c where c.id = any(${ids}::bigint[])`.execute(
    ctx.beyondScope('what a card has, whoever paid for it, without prices'),
  );
  return new Map(rows.map(({ id, facts }) => [id, facts]));
}

/** What of these cards decides about their renewal; undefined of one that never had a main package. */
export async function renewalCards(
  ctx: Ctx,
  cards: readonly Renewing[],
): Promise<(card: Renewing) => OnCard | undefined> {
  const asked = await factsOf(ctx, cards);
  const textOf = ({ id, facts }: Renewing) => facts ?? asked.get(id ?? '') ?? '';
  const waitingIn = (facts: string) => (facts.split('~')[2] ?? '').split(',').filter((id) => id !== '');
  const versions = await packageVersions(ctx, [...new Set(cards.flatMap((card) => waitingIn(textOf(card))))]);
  return (card) => {
    const facts = textOf(card);
    const [packageId = '', lastDay = ''] = facts.split('~');
    if (packageId === '') return undefined;
    const waitingMonths = waitingIn(facts)
      .map((each) => versions.get(each))
      .reduce((sum, version) => sum + (version ? monthsOf(version) : 0), 0);
    const { productCode, isRealName } = card;
    return { productCode, isRealName, packageId, lastDay: lastDay || null, waitingMonths };
  };
}
