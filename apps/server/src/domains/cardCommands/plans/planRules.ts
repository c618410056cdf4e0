/** What a pull has counted under one name. */
export type Counted = { readonly cards: number | null; readonly ratePlan: string | null };
export type Known = { readonly carrierName: string; readonly isByHand: boolean; readonly isGone: boolean };

export type Merged = {
  readonly added: readonly string[];
  readonly counted: readonly string[];
  /** Not there any more. What was kept by hand is ours to keep: the carrier may tell of plans with cards only. */
  readonly gone: readonly string[];
};

/** What a whole pull changes of the plans known so far. */
export function mergePulled(known: readonly Known[], found: ReadonlySet<string>): Merged {
  const names = new Set(known.map(({ carrierName }) => carrierName));
  return {
    added: [...found].filter((name) => !names.has(name)),
    counted: [...found].filter((name) => names.has(name)),
    gone: known
      .filter(({ carrierName, isByHand, isGone }) => !found.has(carrierName) && !isByHand && !isGone)
      .map(({ carrierName }) => carrierName),
  };
}

/** Counts the cards of a page under their plans; the most frequent rate plan stands for the plan. */
export class PlanCount {
  readonly #cards = new Map<string, Map<string, number>>();
  seen = 0;

  add(device: { readonly communicationPlan: string | null; readonly ratePlan: string | null }): void {
    this.seen += 1;
    if (!device.communicationPlan) return;
    const rates = this.#cards.get(device.communicationPlan) ?? new Map<string, number>();
    this.#cards.set(device.communicationPlan, rates);
    const rate = device.ratePlan ?? '';
    rates.set(rate, (rates.get(rate) ?? 0) + 1);
  }

  found(): ReadonlyMap<string, Counted> {
    return new Map(
      [...this.#cards].map(([name, rates]) => {
        const [[most = ''] = []] = [...rates].sort(([, one], [, other]) => other - one);
        const cards = [...rates.values()].reduce((sum, each) => sum + each, 0);
        return [name, { cards, ratePlan: most || null }];
      }),
    );
  }
}
