import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { type Ctx, holds } from '../../framework/context.ts';

const { flow, voice, nb, esim } = CardKind.values;
export const FLOW_KINDS: readonly number[] = [flow, nb, esim];
export const VOICE_KINDS: readonly number[] = [voice];

const KIND_PERMISSIONS: readonly [number, string][] = [
  [1, 'flowCard.view'],
  [2, 'voiceCard.view'],
  [3, 'nbCard.view'],
  [4, 'flowCard.view'],
];

/** The card kinds this actor may see at all. */
export const visibleKinds = (ctx: Pick<Ctx, 'actor'>): number[] =>
  KIND_PERMISSIONS.filter(([, permission]) => holds(ctx.actor, permission)).map(([kind]) => kind);

/** The card kinds the caller may list, and those it may only look up. */
export const kindsSeen = (ctx: Pick<Ctx, 'actor'>): number[] => [
  ...new Set([
    ...visibleKinds(ctx),
    ...(holds(ctx.actor, 'readonlyCard.view') ? FLOW_KINDS : []),
    ...(holds(ctx.actor, 'readonlyCard.viewVoice') ? VOICE_KINDS : []),
  ]),
];
