import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { moveAsked } from '@cardinal/contract/statuses/cardStatus.ts';
import { type EventActor, writeEvents } from '../../domains/cards/cardEvents.ts';
import { carrierValue } from '../../domains/cards/cardWords.ts';
import type { Ctx } from '../../framework/context.ts';

/** The refusals the demo's tasks refer to, and who requested them. */
export type DemoRefusals = {
  readonly by: EventActor;
  readonly items: readonly {
    readonly task_id: string;
    readonly target_id: string | null;
    readonly settled_at: Date | null;
    readonly words_zh: string | null;
    readonly words_en: string | null;
  }[];
};

/** Adds stops that carriers refused, so that there is something to re-run. */
export async function seedRefusals(ctx: Ctx, { by, items }: DemoRefusals): Promise<void> {
  const refused = new Map(items.map((item) => [item.target_id, item]));
  const cards = await ctx.db
    .selectFrom('cards.card')
    .select(['id', 'iccid', 'customer_id', 'platform', 'carrier_status'])
    .where(
      'id',
      'in',
      [...refused.keys(), '0'].filter((id) => id !== null),
    )
    .orderBy('id')
    .execute();
  await writeEvents(
    ctx,
    cards.flatMap((card) => {
      const item = refused.get(card.id);
      if (!item) return [];
      const move = moveAsked(card.platform as Platform, card.carrier_status, 'stop_card');
      return [
        {
          cardId: card.id,
          iccid: card.iccid,
          customerId: card.customer_id,
          action: 'stop_card' as const,
          result: 'refused' as const,
          source: 'console' as const,
          from: carrierValue(card.platform, card.carrier_status),
          ...(move.isAllowed ? { to: carrierValue(card.platform, move.to) } : {}),
          taskId: item.task_id,
          carrierWords:
            (ctx.language === 'en' ? item.words_en : item.words_zh)?.replace(/^(运营商：|Carrier: )/, '') ?? null,
          actor: by,
          at: item.settled_at ?? ctx.clock.now(),
        },
      ];
    }),
  );
}
