import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import type { Ctx } from '../../../../framework/context.ts';
import { callCarrier } from '../../../carriers/face.ts';
import { addressOf } from '../../cardAddress.ts';
import { writeEvents } from '../../cardEvents.ts';
import { changeCard, lockCard } from '../../commands/commandStore.ts';
import type { TurnReader } from './turnReaders.ts';

/** Whether cards are registered to a person; asked card by card. */
export const realNameReader: TurnReader = {
  kind: 'realName',
  read: async (ctx, { account, about }, [card]) => {
    const readAt = ctx.clock.now();
    if (!card) return { kind: 'heard', readAt, answered: [], unknown: [], apply: async () => {} };
    const outcome = await callCarrier(ctx, account.id, 'getRealName', addressOf(card), about);
    if (outcome.kind === 'unavailable') return { kind: 'unavailable', until: outcome.retryAt, words: outcome.words };
    return {
      kind: 'heard',
      readAt,
      answered: outcome.kind === 'ok' ? [card.id] : [],
      unknown: [],
      apply: async (inside) => {
        if (outcome.kind === 'ok') await takeRealName(inside, card.id, outcome.answer.isDone);
      },
    };
  },
};

async function takeRealName(asked: Ctx, cardId: string, isDone: boolean): Promise<void> {
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
      reason: isDone ? '运营商侧已实名' : '运营商侧未实名',
    },
  ]);
}
