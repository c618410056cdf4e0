import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { changeCard, lockCard, writeEvents } from '../../cards/face.ts';
import { oneByOne } from './oneByOne.ts';

const NAMED = text('运营商侧已实名', 'Real-named at the carrier');
const NOT_NAMED = text('运营商侧未实名', 'Not real-named at the carrier');

/** Whether cards are registered to a person. */
export const realNameReader = oneByOne('realName', 'getRealName', (ctx, card, { isDone }) =>
  takeRealName(ctx, card.id, isDone),
);

/** Applies the carrier's real-name state of a card; adds a history record if it changed. */
export async function takeRealName(asked: Ctx, cardId: string, isDone: boolean): Promise<void> {
  const db = asked.beyondScope('a carrier speaks of its cards, whoever has them');
  const ctx = { ...asked, db };
  const { realNamed, notRealNamed } = RealNameStatus.values;
  const status = isDone ? realNamed : notRealNamed;
  const card = await lockCard(db, cardId);
  if (!card || card.real_name_status === status) return;
  await changeCard(db, card, { real_name_status: status }, ctx.clock.now());
  await writeEvents(ctx, [
    {
      cardId: card.id,
      iccid: card.iccid,
      customerId: card.customer_id,
      action: 'sync_card',
      result: 'done',
      source: 'carrier',
      actor: { accountId: null, accountName: '', customerId: null },
      reason: isDone ? NAMED : NOT_NAMED,
    },
  ]);
}
