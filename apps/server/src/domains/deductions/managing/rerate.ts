import { type rerateDeductions as endpoint, MOST_RERATED_DAYS } from '@cardinal/contract/api/deductions/records.ts';
import { tariffNotFound, windowTooLong } from '@cardinal/contract/api/deductions/refusals.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { lockCards } from '../../cards/face.ts';
import { type Booking, bookUses } from '../booking/bookUses.ts';
import { UNCHARGED } from '../rating/bookRules.ts';
import { refuseForeign, tariffName } from '../tariffs/tariffRegister.ts';
import { beyond, cardsOf, versionAt } from '../tariffs/tariffStore.ts';

const AT_ONCE = 5_000;

/** What was used on a day belongs to the version that held at its end. */
const atEndOf: Booking['revisionOf'] = ({ versions }, day) => {
  const version = versionAt(versions, new Date(`${day}T23:59:59.999+08:00`));
  return version?.is_on ? version.revision : UNCHARGED;
};

/** Books days again as they stand by now; the next run posts the difference, and nothing where there is none. */
export async function rerate(
  ctx: Ctx,
  { tariffId, from, to }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const tariff = await ctx.db.selectFrom('deductions.tariff').selectAll().where('id', '=', tariffId).executeTakeFirst();
  if (!tariff) throw new Refused(tariffNotFound);
  refuseForeign(ctx, tariff);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MOST_RERATED_DAYS || to > dayText(ctx.clock.now()))
    throw refusedAt('to', windowTooLong, { days: MOST_RERATED_DAYS });
  const isAbout = await cardsOf(ctx, tariff);
  const moved = new Set<string>();
  let [bytes, charged] = [0n, 0n];
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select c.id::text from cards.v_card c where ${isAbout} and c.id > ${after} order by c.id limit ${AT_ONCE}`.execute(
      beyond(ctx),
    );
    const last = rows.at(-1);
    if (!last) break;
    const locked = await lockCards(
      beyond(ctx),
      rows.map(({ id }) => id),
    );
    const figures = await bookUses(
      ctx,
      locked.map(({ id }) => ({ cardId: id, fromDay: from, untilDay: to })),
      { source: 'rerating', revisionOf: atEndOf },
      [tariffId],
    );
    for (const figure of figures) {
      moved.add(figure.cardId);
      bytes += figure.bytes;
      if (figure.revision !== UNCHARGED) charged += figure.charged;
    }
    after = last.id;
  }
  ctx.note({
    objectKind: 'deductionTariff',
    objectId: tariffId,
    summary: tariffName(tariff),
    customerId: tariff.customer_id,
    after: { from, to, cards: moved.size, chargedBytes: String(charged) },
  });
  return { cards: moved.size, bytes: String(bytes), chargedBytes: String(charged) };
}
