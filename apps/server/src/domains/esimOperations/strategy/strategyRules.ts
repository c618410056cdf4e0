import type { EsimArchitecture, StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Choice, Rule } from '../operationTables.ts';
import { reasonText, type StayCode, stayText } from './strategyWords.ts';

export type Rules = {
  readonly rules: readonly Rule[];
  readonly switchesPerDay: number;
  readonly minimumStayHours: number;
};

export type NumberOnChip = {
  readonly id: string;
  readonly profileType: string;
  readonly country: string;
  readonly carrierAccountId: string;
};
/** A chip's facts as its strategy needs them. */
export type ChipFacts = {
  readonly architecture: EsimArchitecture;
  readonly isClosed: boolean;
  /** It has an open operation. */
  readonly isBusy: boolean;
  readonly country: string | null;
  readonly countryAt: Date | null;
  readonly lostAt: Date | null;
  readonly running: (NumberOnChip & { readonly since: Date }) | null;
  /** On the chip, but not enabled. */
  readonly spare: readonly NumberOnChip[];
  readonly fallbackId: string | null;
  /** When the strategy requested numbers or switches within the last day. */
  readonly actedAt: readonly Date[];
  /** Profile types that failed here within the last day. */
  readonly failedTypes: ReadonlySet<string>;
};
/** How many numbers of a choice are free for the chip. */
export type Stock = (choice: Choice) => number;

type Told = {
  readonly why: Text;
  /** Profile types skipped because none is in stock, each once. */
  readonly missing: readonly string[];
};
export type Decision = Told &
  (
    | {
        readonly kind: 'write' | 'switch';
        /** 1-based. */
        readonly rule: number;
        readonly choice: Choice;
        /** Of a switch: the number on the chip. */
        readonly numberId: string | null;
        /** The active, working number, which becomes the fallback before another is enabled. */
        readonly keeps: string | null;
      }
    | {
        readonly kind: 'stay';
        readonly code: StayCode;
        readonly rule: number | null;
        /** When to try again; null: when something happens. */
        readonly heldUntil: Date | null;
      }
  );

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A decision held for an operation or for stock is retried after this time (assumed). */
const BUSY_AGAIN_MS = 5 * MINUTE_MS;
const STOCK_AGAIN_MS = HOUR_MS;
/** Without a network or a working number, the minimum stay does not apply. */
const URGENT: ReadonlySet<StrategyTrigger> = new Set(['noNetwork', 'profileFailure', 'firstBoot', 'byHand']);

const fits = (number: NumberOnChip, choice: Choice): boolean =>
  number.profileType === choice.profileType &&
  (choice.country === null || choice.country === number.country) &&
  (choice.carrierAccountId === null || choice.carrierAccountId === number.carrierAccountId);

const later = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** Whether a rule applies: its trigger, its countries, and its delay, if any, has passed. */
export function concerns(rule: Rule, chip: ChipFacts, trigger: StrategyTrigger, now: Date): boolean {
  if (!rule.triggers.includes(trigger)) return false;
  if (rule.countries.length > 0 && (chip.country === null || !rule.countries.includes(chip.country))) return false;
  if (trigger === 'noNetwork') return chip.lostAt !== null && later(chip.lostAt, rule.minutes * MINUTE_MS) <= now;
  if (trigger === 'roamingDays') {
    return isRoaming(chip) && chip.countryAt !== null && later(chip.countryAt, rule.days * DAY_MS) <= now;
  }
  return true;
}

const isRoaming = ({ country, running }: ChipFacts): boolean =>
  country !== null && running !== null && running.country !== country;

/**
 * What a strategy does about a chip after a trigger. It never requests two numbers at once. It never leaves a number before its
 * minimum stay unless the device has no network. It never waits for stock while another choice has some.
 */
export function decide(
  { rules, switchesPerDay, minimumStayHours }: Rules,
  chip: ChipFacts,
  trigger: StrategyTrigger,
  stock: Stock,
  now: Date,
): Decision {
  const stay = (code: StayCode, more: Partial<Told & { rule: number; heldUntil: Date }> = {}): Decision => ({
    kind: 'stay',
    code,
    rule: more.rule ?? null,
    missing: more.missing ?? [],
    heldUntil: more.heldUntil ?? null,
    why: stayText(code, { ...more, chip, switchesPerDay, minimumStayHours }),
  });
  if (chip.isClosed) return stay('closed');
  if (chip.architecture !== 'iot') return stay('notFromServer');
  const at = rules.findIndex((each) => concerns(each, chip, trigger, now));
  const rule = rules[at];
  if (!rule) return stay('noRule');
  const position = at + 1;
  const missing: string[] = [];
  const stays = (code: StayCode, heldUntil?: Date) =>
    stay(code, { rule: position, missing, ...(heldUntil ? { heldUntil } : {}) });

  const picked = pick(rule.choices, chip, { trigger, stock, missing });
  if (picked === 'runs') return stays('runs');
  if (picked === undefined) {
    return missing.length > 0 ? stays('noStock', later(now, STOCK_AGAIN_MS)) : stays('allFailed');
  }
  if (chip.isBusy) return stays('busy', later(now, BUSY_AGAIN_MS));
  const [oldest] = chip.actedAt.slice(-switchesPerDay);
  if (trigger !== 'byHand' && oldest && chip.actedAt.length >= switchesPerDay) {
    return stays('dailyLimit', later(oldest, DAY_MS));
  }
  const stayEnd = chip.running && later(chip.running.since, minimumStayHours * HOUR_MS);
  if (stayEnd && stayEnd > now && !URGENT.has(trigger)) return stays('minimumStay', stayEnd);
  const { choice, numberId } = picked;
  return {
    kind: numberId === null ? 'write' : 'switch',
    rule: position,
    choice,
    numberId,
    keeps: keptAsFallback(chip, trigger),
    missing,
    why: reasonText({ rule, position, choice, trigger, chip, missing, isOnChip: numberId !== null }),
  };
}

type Picked = { readonly choice: Choice; readonly numberId: string | null };

/** The first available choice; `runs` if that is the active number. Choices skipped for lack of stock are recorded. */
function pick(
  choices: readonly Choice[],
  chip: ChipFacts,
  of: { readonly trigger: StrategyTrigger; readonly stock: Stock; readonly missing: string[] },
): Picked | 'runs' | undefined {
  const isDead = of.trigger === 'noNetwork' || of.trigger === 'profileFailure';
  for (const choice of choices) {
    const runs = chip.running !== null && fits(chip.running, choice);
    if (runs && !isDead) return 'runs';
    if (runs || (of.trigger !== 'byHand' && chip.failedTypes.has(choice.profileType))) continue;
    const spare = chip.spare.find((number) => fits(number, choice));
    if (spare) return { choice, numberId: spare.id };
    if (of.stock(choice) > 0) return { choice, numberId: null };
    if (!of.missing.includes(choice.profileType)) of.missing.push(choice.profileType);
  }
  return undefined;
}

/** The last working number; a dead one is kept only if there is no other fallback. */
function keptAsFallback({ running, fallbackId }: ChipFacts, trigger: StrategyTrigger): string | null {
  if (running === null || running.id === fallbackId) return null;
  return trigger === 'noNetwork' && fallbackId !== null ? null : running.id;
}

/** Triggers of a chip that have become due by the passing of time. */
export function dueTriggers({ rules }: Rules, chip: ChipFacts, now: Date): StrategyTrigger[] {
  const timed = ['noNetwork', 'roamingDays'] as const;
  return timed.filter((trigger) => rules.some((rule) => concerns(rule, chip, trigger, now)));
}

/** When the next trigger of a chip becomes due by the passing of time; null: never. */
export function nextDue({ rules }: Rules, chip: ChipFacts, now: Date): Date | null {
  const moments = rules.flatMap((rule) => [
    rule.triggers.includes('noNetwork') && chip.lostAt ? later(chip.lostAt, rule.minutes * MINUTE_MS) : [],
    rule.triggers.includes('roamingDays') && isRoaming(chip) && chip.countryAt
      ? later(chip.countryAt, rule.days * DAY_MS)
      : [],
  ]);
  const ahead = moments.flat().filter((moment) => moment > now);
  return ahead.length === 0 ? null : new Date(Math.min(...ahead.map(Number)));
}
