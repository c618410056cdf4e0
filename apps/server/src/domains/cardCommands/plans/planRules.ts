/** What a pull has counted under one plan name. */
export type Counted = { readonly cards: number | null; readonly ratePlan: string | null };
export type Known = { readonly carrierName: string; readonly isByHand: boolean; readonly isGone: boolean };

export type Merged = {
  readonly added: readonly string[];
  readonly counted: readonly string[];
  /** Plans no longer found. Plans kept by hand are exempt: the carrier may report only plans with cards. */
  readonly gone: readonly string[];
};

/** What a complete pull changes in the known plans. */
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

/** Counts the cards of a page by plan; the most frequent rate plan becomes the plan's. */
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
