import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { RspState } from '@cardinal/contract/enumerations/esim.ts';

const { bind, bindingInProgress, enabled, invalid, notEnabled, writeNumber } = EsimEnableState.values;

/** How a code number stands between its stock and its chip. */
export type NumberStanding = {
  readonly enableState: EsimEnableState;
  readonly rspState: RspState;
  /** It belongs to a chip, on its way there or on it. */
  readonly isBound: boolean;
};

/** Something that is known to have happened to a number, whoever told of it. */
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

/** A place on the way: in stock and on a chip are both state 0. */
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
  // Out of what runs only by the chip's own report.
  enabled: ['onChip', 'invalid'],
  invalid: [],
};

/** Where a number comes to, and from which places a fact leads there; the places between are passed through. */
const LEADS_TO: Readonly<Record<NumberFact, { readonly to: Place; readonly from: readonly Place[] }>> = {
  binding: { to: 'binding', from: ['stock'] },
  linked: { to: 'binding', from: ['binding'] },
  released: { to: 'bound', from: ['binding'] },
  // A notification may overtake the answer of the order it follows from.
  eligible: { to: 'writing', from: ['binding', 'bound'] },
  downloaded: { to: 'writing', from: ['binding', 'bound', 'writing'] },
  installed: { to: 'onChip', from: ['binding', 'bound', 'writing'] },
  failed: { to: 'invalid', from: ['binding', 'bound', 'writing'] },
  enabled: { to: 'enabled', from: ['binding', 'bound', 'writing', 'onChip'] },
  // Told of one that never was on it, so it was missed.
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

/** How a number stands after a fact; undefined where it changes nothing, being known, overtaken or impossible. */
export function standingAfter(before: NumberStanding, fact: NumberFact): NumberStanding | undefined {
  const { to, from } = LEADS_TO[fact];
  const place = placeOf(before);
  if (!from.includes(place)) return undefined;
  const rspState = RSP_AFTER[fact] ?? before.rspState;
  if (place === to && rspState === before.rspState) return undefined;
  const isBound = to === 'invalid' ? before.isBound : STANDING_AT[to].isBound;
  return { enableState: STANDING_AT[to].enableState, isBound, rspState };
}

/** The steps a number takes by a fact, in their order, those it passes through among them. */
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
