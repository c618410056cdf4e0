import { merchantNotFound, ownMerchantsOnly } from '@cardinal/contract/api/paymentProviders/refusals.ts';
import { statementNotDue, statementNotOffered } from '@cardinal/contract/api/statements/refusals.ts';
import type { fetchStatement as endpoint } from '@cardinal/contract/api/statements/statements.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { queryPayment } from '../../payments/face.ts';
import { providerAdapterOf } from '../../providerAdapters/face.ts';
import { fetchDay } from '../fetching/fetchDay.ts';
import { newDay } from '../fetching/planDays.ts';
import { daysToFetch, startOf } from '../matching/dayRules.ts';
import { beyond, openDifferences } from '../matching/matchDay.ts';
import { mayDecide, merchantInSight } from '../reading/merchantInSight.ts';
import { stateOf } from '../reading/readMonth.ts';

/** So many payments are asked after at once; the rest is asked by its own steps. */
const MOST_ASKED = 20;

/** First what the provider says of the payments in question, then its statement again. */
export async function fetchStatement(
  ctx: Ctx,
  { merchantId, day }: BodyOf<typeof endpoint>,
): Promise<Commit<AnswerOf<typeof endpoint>>> {
  const merchant = await merchantInSight(ctx, merchantId);
  if (!merchant) throw new Refused(merchantNotFound);
  if (!mayDecide(ctx, merchant)) throw new Refused(ownMerchantsOnly);
  if (!providerAdapterOf(merchant.provider).operate.statement) throw new Refused(statementNotOffered);
  if (!daysToFetch(startOf(day), ctx.clock.now()).includes(day)) throw refusedAt('day', statementNotDue);
  await beyond(ctx)
    .insertInto('statements.day')
    .values(newDay(ctx.ids.next(), merchant, day))
    .onConflict((on) => on.doNothing())
    .execute();
  const found = () =>
    beyond(ctx)
      .selectFrom('statements.day')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('day', '=', day)
      .executeTakeFirstOrThrow();
  const before = await found();
  const inQuestion = (await openDifferences(ctx, before)).flatMap(({ kind, payment_id }) =>
    kind === 'state' && payment_id ? [payment_id] : [],
  );
  for (const id of [...new Set(inQuestion)].slice(0, MOST_ASKED)) await queryPayment(ctx, id);
  await fetchDay(ctx, before.id);
  return async (inside) => {
    const row = await found();
    const open = (await openDifferences(inside, row)).length;
    inside.note({
      customerId: row.customer_id,
      objectKind: 'merchant',
      objectId: merchantId,
      summary: `${merchant.name} ${day}`,
      after: { statement: row.state, lines: row.lines, open },
    });
    const words = row.said_zh === null ? null : say(text(row.said_zh, row.said_en ?? row.said_zh), inside.language);
    return { state: stateOf(row.state, open), open, words };
  };
}
