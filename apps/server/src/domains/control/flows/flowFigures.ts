import type { Ctx } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';

/** What strategies did lately, by strategy, on cards of the caller's scope. */
export type FlowFigures = ReadonlyMap<
  string,
  { readonly shadowToday: number; readonly firedToday: number; readonly failedDay: number }
>;

/** The room that carries strategies out tells what they did. */
export const flowFigures =
  extensionPoint<(ctx: Ctx, ids: readonly string[]) => Promise<FlowFigures>>('control.flowFigures');
