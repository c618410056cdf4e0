import { drawAgain, fraction, hashText } from './chance.ts';

/**
 * What can go wrong between a platform and a carrier. «Applied»: the carrier performed the request although the caller gets
 * another answer or none.
 */
export const FAULT_KINDS = [
  /** The request arrives, nothing is done, no answer ever comes (with `applied`: it is done, and no answer comes). */
  'timeout',
  /** Performed, but the connection breaks before the answer. */
  'lostConfirmation',
  /** The connection breaks before the request is performed. */
  'dropBeforeEffect',
  /** An HTTP error with the carrier's error body (`httpStatus`, default 500); with `applied` the change is done nevertheless. */
  'httpError',
  /** The carrier refuses the change as if its own table forbade it. */
  'refuse',
  /** Answered as accepted, never performed. */
  'swallow',
  /** The change is carried out twice: at once, or the second time `delayMs` later on the world's clock. Lists repeat a row. */
  'duplicate',
  /** Reads report another status (`status`) than the true one. */
  'wrongStatus',
  /** The answer is truncated within its JSON. */
  'garbled',
  /** The answer takes `delayMs` longer; combines with any other fault. */
  'slow',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type FaultOptions = {
  readonly applied?: boolean | undefined;
  readonly httpStatus?: number | undefined;
  readonly status?: string | undefined;
  readonly delayMs?: number | undefined;
};

/** A configured fault. Omitted fields of the target match anything. */
export type Fault = {
  readonly id: string;
  readonly kind: FaultKind;
  readonly carrier?: string | undefined;
  readonly account?: string | undefined;
  readonly operation?: string | undefined;
  readonly subjects?: readonly string[] | undefined;
  /** The share of matching calls that are hit; 1 by default. */
  readonly probability?: number | undefined;
  /** The number of hits after which the fault expires; unlimited by default. */
  readonly count?: number | undefined;
  readonly seed: number;
  readonly options: FaultOptions;
};

/** A call as faults see it; `subject` is the card it is about, when it is about one. */
export type Call = {
  readonly carrier: string;
  readonly account: string;
  readonly operation: string;
  readonly subject: string | undefined;
};

/** The faults of one call: at most one that decides its result, and any delay on top. */
export type Strike = { readonly delayMs: number; readonly fault: Fault | undefined };

const UNHARMED: Strike = { delayMs: 0, fault: undefined };

/** The limit of remembered call counts per fault; beyond it all are forgotten, so that memory stays bounded. */
const REMEMBERED_CALLS = 500_000;

/**
 * The active faults. Whether the n-th call of an operation on a card is hit depends only on the fault's seed, the operation,
 * the card and n. A run with the same seed is hit at the same places however its calls interleave.
 */
export class Faults {
  readonly #faults = new Map<
    string,
    { fault: Fault; subjects: Set<string> | undefined; left: number; strikes: number }
  >();
  readonly #asked = new Map<string, number>();
  readonly #onSpent: (id: string) => void;

  /** `onSpent` is called for every hit of a counted fault, so that a restarted world knows how many are left. */
  constructor(onSpent: (id: string) => void = () => {}) {
    this.#onSpent = onSpent;
  }

  set(fault: Fault): void {
    const subjects = fault.subjects ? new Set(fault.subjects) : undefined;
    this.#faults.set(fault.id, { fault, subjects, left: fault.count ?? Number.POSITIVE_INFINITY, strikes: 0 });
  }

  remove(id: string): boolean {
    return this.#faults.delete(id);
  }

  clear(): void {
    this.#faults.clear();
    this.#asked.clear();
  }

  /** Records one hit of a counted fault from before a restart. */
  spend(id: string): void {
    const held = this.#faults.get(id);
    if (held) {
      held.left -= 1;
      held.strikes += 1;
    }
  }

  list(): { readonly fault: Fault; readonly left: number | null; readonly strikes: number }[] {
    return [...this.#faults.values()].map(({ fault, left, strikes }) => ({
      fault,
      left: Number.isFinite(left) ? left : null,
      strikes,
    }));
  }

  strike(call: Call): Strike {
    if (this.#faults.size === 0) return UNHARMED;
    let delayMs = 0;
    let deciding: Fault | undefined;
    for (const held of this.#faults.values()) {
      if (held.left <= 0 || !matches(held.fault, held.subjects, call)) continue;
      if (deciding && held.fault.kind !== 'slow') continue;
      if (!this.#falls(held.fault, call)) continue;
      held.strikes += 1;
      if (Number.isFinite(held.left)) {
        held.left -= 1;
        this.#onSpent(held.fault.id);
      }
      if (held.fault.kind === 'slow') delayMs += held.fault.options.delayMs ?? 0;
      else deciding = held.fault;
    }
    return delayMs === 0 && !deciding ? UNHARMED : { delayMs, fault: deciding };
  }

  #falls(fault: Fault, call: Call): boolean {
    const probability = fault.probability ?? 1;
    if (probability >= 1) return true;
    const key = `${fault.id}|${call.operation}|${call.subject ?? call.account}`;
    if (this.#asked.size >= REMEMBERED_CALLS) this.#asked.clear();
    const nth = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, nth);
    return fraction(drawAgain(hashText(key, fault.seed), nth)) < probability;
  }
}

function matches(fault: Fault, subjects: Set<string> | undefined, call: Call): boolean {
  return (
    (fault.carrier === undefined || fault.carrier === call.carrier) &&
    (fault.account === undefined || fault.account === call.account) &&
    (fault.operation === undefined || fault.operation === call.operation) &&
    (subjects === undefined || (call.subject !== undefined && subjects.has(call.subject)))
  );
}
