import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { RspState } from '@cardinal/contract/enumerations/esim.ts';

const { bind, bindingInProgress, enabled, invalid, notEnabled, writeNumber } = EsimEnableState.values;

/** The position of a code number between stock and chip. */
export type NumberStanding = {
  readonly enableState: EsimEnableState;
  readonly rspState: RspState;
  /** It is bound to a chip, whether on it or not yet. */
  readonly isBound: boolean;
};

/** A known event of a number, whoever reported it. */
export const NUMBER_FACTS = [
  'binding',
  'linked',
  'released',
  'eligible',
  'downloaded',
  'installed',
  'failed',
  'enabled',
  'disabled',
  'deleted',
  'cancelled',
  'unavailable',
] as const;
export type NumberFact = (typeof NUMBER_FACTS)[number];

/** A position of a number: in stock and on a chip are both state 0. */
export type Place = 'stock' | 'binding' | 'bound' | 'writing' | 'onChip' | 'enabled' | 'invalid';

export function placeOf({ enableState, isBound }: NumberStanding): Place {
  switch (enableState) {
    case notEnabled:
      return isBound ? 'onChip' : 'stock';
    case bindingInProgress:
      return 'binding';
    case bind:
      return 'bound';
    case writeNumber:
      return 'writing';
    case enabled:
      return 'enabled';
    default:
      return 'invalid';
  }
}

const STANDING_AT: Readonly<Record<Place, Omit<NumberStanding, 'rspState'>>> = {
  stock: { enableState: notEnabled, isBound: false },
  binding: { enableState: bindingInProgress, isBound: true },
  bound: { enableState: bind, isBound: true },
  writing: { enableState: writeNumber, isBound: true },
  onChip: { enableState: notEnabled, isBound: true },
  enabled: { enableState: enabled, isBound: true },
  invalid: { enableState: invalid, isBound: true },
};

/** The only steps there are: 0 → 5 → 4 → 2 → 0 ↔ 1, back from 5 and 4 by a cancelled order, and out from anywhere. */
export const STEPS: Readonly<Record<Place, readonly Place[]>> = {
  stock: ['binding', 'invalid'],
  binding: ['bound', 'stock', 'invalid'],
  bound: ['writing', 'stock', 'invalid'],
  writing: ['onChip', 'invalid'],
  onChip: ['enabled', 'invalid'],
  // An active number leaves only by the chip's own report.
  enabled: ['onChip', 'invalid'],
  invalid: [],
};

/** Where a fact leads a number, and from which positions; those in between are passed through. */
const LEADS_TO: Readonly<Record<NumberFact, { readonly to: Place; readonly from: readonly Place[] }>> = {
  binding: { to: 'binding', from: ['stock'] },
  linked: { to: 'binding', from: ['binding'] },
  released: { to: 'bound', from: ['binding'] },
  // A notification may arrive before the answer to its order.
  eligible: { to: 'writing', from: ['binding', 'bound'] },
  downloaded: { to: 'writing', from: ['binding', 'bound', 'writing'] },
  installed: { to: 'onChip', from: ['binding', 'bound', 'writing'] },
  failed: { to: 'invalid', from: ['binding', 'bound', 'writing'] },
  enabled: { to: 'enabled', from: ['binding', 'bound', 'writing', 'onChip'] },
  // Reported for a number not known to be enabled: that report was missed.
  disabled: { to: 'onChip', from: ['binding', 'bound', 'writing', 'enabled'] },
  deleted: { to: 'invalid', from: ['binding', 'bound', 'writing', 'onChip', 'enabled'] },
  cancelled: { to: 'stock', from: ['binding', 'bound'] },
  unavailable: { to: 'invalid', from: ['stock', 'binding', 'bound', 'writing', 'onChip'] },
};

const RSP_AFTER: Readonly<Partial<Record<NumberFact, RspState>>> = {
  binding: 'Available',
  linked: 'Linked',
  released: 'Released',
  downloaded: 'Downloaded',
  installed: 'Installed',
  enabled: 'Installed',
  disabled: 'Installed',
  failed: 'Error',
  cancelled: 'Available',
  unavailable: 'Unavailable',
};

/** A number's position after a fact; undefined if the fact is known, overtaken or impossible. */
export function standingAfter(before: NumberStanding, fact: NumberFact): NumberStanding | undefined {
  const { to, from } = LEADS_TO[fact];
  const place = placeOf(before);
  if (!from.includes(place)) return undefined;
  const rspState = RSP_AFTER[fact] ?? before.rspState;
  if (place === to && rspState === before.rspState) return undefined;
  const isBound = to === 'invalid' ? before.isBound : STANDING_AT[to].isBound;
  return { enableState: STANDING_AT[to].enableState, isBound, rspState };
}

/** The positions a number passes through by a fact, in order. */
export function stepsBy(from: Place, fact: NumberFact): readonly Place[] {
  const { to, from: sources } = LEADS_TO[fact];
  return sources.includes(from) ? (shortest(from, to) ?? []) : [];
}

function shortest(from: Place, to: Place): readonly Place[] | undefined {
  if (from === to) return [];
  const ways: (readonly Place[])[] = [[]];
  const seen = new Set<Place>([from]);
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of STEPS[way.at(-1) ?? from]) {
      if (next === to) return [...way, next];
      if (!seen.has(next)) {
        seen.add(next);
        ways.push([...way, next]);
      }
    }
  }
  return undefined;
}
