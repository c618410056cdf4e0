import type { EngineCode } from '@cardinal/contract/enumerations/engine.ts';
import type { Ctx } from '../../framework/context.ts';

/** The ids of what an engine works on for these customers, in their order, after one, at most so many. */
export type Coverage = (
  ctx: Ctx,
  customerIds: readonly string[],
  afterId: string,
  most: number,
) => Promise<readonly string[]>;

const coverages = new Map<EngineCode, Coverage>();

/** The room that keeps the cards or chips of an engine says here which there are; this one knows none. */
export function registerCoverage(codes: readonly EngineCode[], coverage: Coverage): void {
  for (const code of codes) {
    const known = coverages.get(code);
    if (known && known !== coverage) throw new Error(`The cards of ${code} are told by another room already`);
    coverages.set(code, coverage);
  }
}

export const coverageOf = (code: EngineCode): Coverage | undefined => coverages.get(code);
