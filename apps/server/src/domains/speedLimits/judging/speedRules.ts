/** How a card stands on the steps of one limit. */
export type Standing = {
  readonly period: string;
  readonly step: number;
  readonly dueKbps: number | null;
  /** Steps up to this one were lifted by a person within the period. */
  readonly passedStep: number;
};
/** The step that usage has reached, and its speed; 0 and null: none. */
export type Reached = { readonly period: string; readonly step: number; readonly kbps: number | null };

/** The lower of two speeds; null does not limit. */
export const slower = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b);

/**
 * Where a card stands once its usage is read. Within a period a step stays reached and a speed never rises, whatever a corrected
 * reading says; another period begins from nothing. `fires`: a step is reached for the first time.
 */
export function stepOn(before: Standing | undefined, { period, step, kbps }: Reached): Standing & { fires: boolean } {
  const held = before?.period === period ? before : { step: 0, dueKbps: null, passedStep: 0 };
  return {
    period,
    step: Math.max(held.step, step),
    dueKbps: step >= held.step ? slower(held.dueKbps, kbps) : held.dueKbps,
    passedStep: held.passedStep,
    fires: step > held.step,
  };
}

/** The speed a standing asks for: nothing while the card is exempt, or a person has lifted the step. */
export const dueOf = (
  { step, dueKbps, passedStep, exemptUntil }: Omit<Standing, 'period'> & { readonly exemptUntil: string | null },
  today: string,
): number | null => ((exemptUntil !== null && exemptUntil >= today) || step <= passedStep ? null : dueKbps);

/** What is known of a card when its speed is decided. */
export type Speeds = {
  /** By all limits together; null: not limited. */
  readonly due: number | null;
  /** As its carrier confirmed it last, whoever asked; null: full speed. */
  readonly confirmed: number | null;
  /** Of a rule, confirmed and standing as far as we know. */
  readonly held: number | null;
  /** A person's own limit. */
  readonly manual: number | null;
  /** Asked last by a rule; 0: full speed. */
  readonly asked: number | null;
  readonly state: 'idle' | 'waiting' | 'confirmed' | 'refused';
  /** A change of its speed is under way, whoever asked. */
  readonly isOpen: boolean;
};

export type NextSpeed = {
  readonly kind: 'wait' | 'keep' | 'ask';
  /** What to ask for; 0: full speed. */
  readonly to: number;
  readonly manual: number | null;
  readonly held: number | null;
};

/** Whether a person changed the speed that a rule had set. */
export const isOverruled = ({ held, confirmed, state, isOpen }: Speeds): boolean =>
  held !== null && held !== confirmed && state !== 'waiting' && !isOpen;

/**
 * What is asked of the carrier next. A person's limit is never lifted, and never made faster: where a rule's ends it is asked for
 * again. What the carrier refused is not asked again for the same speed.
 */
export function nextSpeed(speeds: Speeds): NextSpeed {
  const { due, confirmed, held, asked, state, isOpen } = speeds;
  // While nothing of a rule stands, what stands is somebody else's.
  const isOurs = held !== null && held === confirmed;
  const manual = isOurs ? speeds.manual : confirmed;
  const to = slower(due, manual) ?? 0;
  if (state === 'waiting' || isOpen) return { kind: 'wait', to, manual: speeds.manual, held };
  const kept = { to, manual, held: isOurs ? held : null };
  if (to === (confirmed ?? 0))
    return { ...kept, kind: 'keep', held: due !== null && due !== manual ? kept.held : null };
  if (state === 'refused' && asked === to) return { ...kept, kind: 'keep' };
  return { ...kept, kind: 'ask' };
}
