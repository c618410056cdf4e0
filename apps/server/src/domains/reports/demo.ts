import type { Ctx } from '../../framework/context.ts';
import { countCards } from './countCards.ts';

/** The first look at the dashboard finds its figures counted. */
export const seedDemo = (ctx: Ctx): Promise<void> => countCards(ctx);
