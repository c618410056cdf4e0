import type { EngineCode } from '@cardinal/contract/enumerations/engine.ts';
import type { Ctx } from '../../framework/context.ts';
import { extensionMap } from '../../framework/contributions.ts';

/** The ids of what an engine covers for these customers, sorted, after a given id, up to a limit. */
export type Coverage = (
  ctx: Ctx,
  customerIds: readonly string[],
  afterId: string,
  most: number,
) => Promise<readonly string[]>;

/** The room that holds an engine's cards or chips lists them. */
export const engineCoverage = extensionMap(
  'engines.coverage',
  ({ code }: { readonly code: EngineCode; readonly list: Coverage }) => code,
);

export const coverageOf = (ctx: Ctx, code: EngineCode): Coverage | undefined =>
  ctx.contributed(engineCoverage).get(code)?.list;
