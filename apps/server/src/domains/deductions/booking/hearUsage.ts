import type { Ctx } from '../../../framework/context.ts';
import type { RecordMoment } from '../../orders/face.ts';
import type { DayChange } from '../../usage/face.ts';
import { bookUses, dayBefore, inForce } from './bookUses.ts';

/** Books what a reading changed, in its transaction, once it is shared out over packages. */
export async function hearDays(ctx: Ctx, changes: readonly DayChange[]): Promise<void> {
  const moved = [...Map.groupBy(changes, ({ cardId }) => cardId)].map(([cardId, own]) => ({
    cardId,
    fromDay: own.map(({ day }) => day).reduce((a, b) => (a < b ? a : b)),
    before: new Map(own.map(({ day, before }) => [day, before])),
  }));
  await bookUses(ctx, moved, { source: 'reading', revisionOf: inForce(ctx.clock.now()) });
}

/** A package that began or ended a while ago shares days out otherwise: what was charged of them is corrected. */
export async function hearRecords(ctx: Ctx, moments: readonly RecordMoment[]): Promise<void> {
  const moved = [...Map.groupBy(moments, ({ cardId }) => cardId)].map(([cardId, own]) => ({
    cardId,
    fromDay: dayBefore(new Date(Math.min(...own.map(({ at }) => at.getTime())))),
  }));
  await bookUses(ctx, moved, { source: 'package', revisionOf: inForce(ctx.clock.now()) });
}
