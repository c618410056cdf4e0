import type { Ctx } from '../../../framework/context.ts';
import { extensionMap } from '../../../framework/contributions.ts';

/** Counts how many rows use each value of a dictionary, whoever owns them. */
export type DictUse = { readonly type: string; readonly count: (ctx: Ctx) => Promise<ReadonlyMap<string, number>> };

/** The room that stores a dictionary's values counts them. */
export const dictUse = extensionMap('settings.dictUse', ({ type }: DictUse) => type);

export const isCounted = (ctx: Ctx, type: string): boolean => ctx.contributed(dictUse).has(type);

export const countUse = async (ctx: Ctx, type: string): Promise<ReadonlyMap<string, number>> =>
  (await ctx.contributed(dictUse).get(type)?.count(ctx)) ?? new Map();
