import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { EventActor, EventValue } from '../../domains/cards/cardEvents.ts';
import type { CardState } from '../../domains/cards/cardState.ts';
import { carrierValue } from '../../domains/cards/cardWords.ts';
import type { DemoCard } from './demoCards.ts';
import type { Chance } from './demoChance.ts';

/** What a history record changes in the state of the card; an empty `pending` ends the open command. */
export type DemoChange = (before: CardState) => Partial<CardState>;

export type DemoLine = {
  readonly at: Date;
  readonly customerId: string;
  readonly action: ActionCode;
  readonly result: string;
  readonly source: string;
  readonly actor: EventActor;
  readonly from?: EventValue | undefined;
  readonly to?: EventValue | undefined;
  readonly reason?: string | undefined;
  readonly carrierRef?: string | undefined;
  /** A command begins with its «asked» record and ends with its «confirmed» one. */
  readonly command?: DemoCommand | undefined;
  readonly change?: DemoChange | undefined;
};

export type DemoCommand = {
  readonly askedAt: Date;
  readonly confirmedAt: Date;
  readonly from: string;
  readonly to: string;
  readonly reference: string;
};

export type Cast = {
  /** The language in which people gave their reasons. */
  readonly language: Language;
  readonly operator: EventActor;
  readonly nameOf: (customerId: string) => string;
  /** The account that acts for a customer. */
  readonly actorOf: (customerId: string) => EventActor;
};

const NOBODY: EventActor = { accountId: null, accountName: '', customerId: null };
const STOP_WHY = [
  text('客户报停', 'Stopped at the customer’s request'),
  text('设备返修', 'Device in repair'),
  text('项目暂停', 'Project paused'),
  text('季节停用', 'Out of season'),
];
const ARREARS = text('套餐到期停机', 'Package ended');
const RISK = text('风险管控停机', 'Risk control');
const CANCELLED = text('客户销户', 'Cancelled at the customer’s request');
/** The card used in all examples has every kind of history record. */
export const EXAMPLE = '1';
const { manual, arrears } = StopReason.values;

/** The history of a card since it came into stock, oldest first. */
export function historyOf(card: DemoCard, cast: Cast, chance: Chance, now: Date): DemoLine[] {
  const { between, perMille, pick } = chance;
  const { language } = cast;
  const lines: DemoLine[] = [];
  const owner = cast.actorOf(card.customerId);
  const value = (word: string) => carrierValue(card.line.platform, word);
  const words = wordsOf(card);
  const own = { customerId: card.customerId, source: 'console', actor: owner };
  const later = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1_000);
  const asked: Asking = (at, action, from, to, { reasons, ...more } = {}) => {
    const move = { ...own, action, from: value(from), to: value(to), ...more };
    const carrierRef = `C${chance.digits(10)}`;
    const confirmedAt = later(at, between(3, 25));
    const command = { askedAt: at, confirmedAt, from, to, reference: carrierRef };
    const asks: DemoChange = (before) => ({ pending: action, reasons: reasons ?? before.reasons });
    lines.push({ ...move, at, result: 'asked', command, change: asks });
    lines.push({
      ...move,
      at: confirmedAt,
      result: 'confirmed',
      carrierRef,
      command,
      change: () => ({ pending: '', status: to }),
    });
  };

  lines.push({
    at: card.createdAt,
    customerId: '1',
    action: 'import_card',
    result: 'done',
    source: 'import',
    actor: cast.operator,
    to: value(words.unactivated),
    change: () => ({ status: words.unactivated }),
  });
  if (card.customerId !== '1') {
    lines.push({
      at: later(card.createdAt, between(1_800, 20_000)),
      customerId: card.customerId,
      action: 'allocate_card',
      result: 'done',
      source: 'console',
      actor: cast.operator,
      // Shown to both sides, so it names nobody above the receiver.
      to: text(`划拨入 ${cast.nameOf(card.customerId)}`, `Given to ${cast.nameOf(card.customerId)}`),
      change: () => ({ customer: card.customerId }),
    });
  }
  if (!card.activatedAt) return lines;
  if (perMille(350)) {
    lines.push({
      ...own,
      at: card.activatedAt,
      action: 'active_card',
      result: 'done',
      source: 'carrier',
      actor: NOBODY,
      from: value(words.unactivated),
      to: value(words.activated),
      change: () => ({ status: words.activated }),
    });
  } else asked(card.activatedAt, 'active_card', words.unactivated, words.activated);

  const daysActive = Math.floor((Math.min(card.since.getTime(), now.getTime()) - card.activatedAt.getTime()) / DAY_MS);
  const room =
    card.lifecycle === 'activated' ? Math.floor((now.getTime() - card.activatedAt.getTime()) / DAY_MS) : daysActive;
  if (room > 6 && (perMille(160) || card.id === EXAMPLE)) {
    const end = card.lifecycle === 'activated' ? now : card.since;
    const stopAt = new Date(end.getTime() - between(3, Math.min(room - 2, 58)) * DAY_MS - between(600, 40_000) * 1_000);
    const why = { reason: say(pick(STOP_WHY), language), reasons: [manual] };
    asked(stopAt, 'stop_card', words.activated, words.stopped, why);
    asked(later(stopAt, between(3_600, 2 * 86_400)), 'reboot_card', words.stopped, words.activated, { reasons: [] });
  }
  if (card.remark) {
    const at = new Date(Math.min(card.activatedAt.getTime() + between(1, 5) * DAY_MS, now.getTime() - 3_600_000));
    const { remark } = card;
    lines.push({ ...own, at, action: 'edit_remark', result: 'done', to: remark, change: () => ({ remark }) });
  }
  ending(card, words, lines, asked, own, pick, value, language);
  return lines.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Adds a request for a status change and its confirmation, and the remaining stop reasons where they change. */
type Asking = (
  at: Date,
  action: ActionCode,
  from: string,
  to: string,
  more?: Partial<DemoLine> & { readonly reasons?: readonly number[] },
) => void;

function ending(
  card: DemoCard,
  words: ReturnType<typeof wordsOf>,
  lines: DemoLine[],
  asked: Asking,
  own: Pick<DemoLine, 'customerId' | 'source' | 'actor'>,
  pick: Chance['pick'],
  value: (word: string) => EventValue,
  language: Language,
): void {
  const { lifecycle, stopReasons: reasons, since, status } = card;
  if (lifecycle === 'activated') return;
  if (lifecycle === 'stopped') {
    const system = { source: 'strategy', actor: NOBODY };
    const others = reasons.filter((reason) => reason !== manual);
    if (others.length > 0) {
      const reason = say(others.includes(arrears) ? ARREARS : RISK, language);
      asked(since, 'forced_stop_card', words.activated, status, { ...system, reason, reasons: others });
    } else if (reasons.includes(manual)) {
      asked(since, 'stop_card', words.activated, status, { reason: say(pick(STOP_WHY), language), reasons });
    } else byCarrier('stop_card');
    // Stopping a card that is stopped already only adds the reason.
    if (others.length > 0 && others.length < reasons.length) {
      const at = new Date(since.getTime() + 300_000);
      const change = () => ({ reasons });
      lines.push({
        ...own,
        at,
        action: 'stop_card',
        result: 'done',
        reason: say(pick(STOP_WHY), language),
        to: value(status),
        change,
      });
    }
    return;
  }
  if (/^RETIRED$/.test(status))
    asked(since, 'cancel_card', words.activated, status, { reason: say(CANCELLED, language) });
  else if (lifecycle === 'cancelled') byCarrier('cancel_card');

  function byCarrier(action: ActionCode): void {
    lines.push({
      ...own,
      at: since,
      action,
      result: 'done',
      source: 'carrier',
      actor: NOBODY,
      from: value(words.activated),
      to: value(status),
      change: () => ({ status }),
    });
  }
}

/** The carrier's ordinary status words for each state; the card's own word for its present state. */
function wordsOf(card: DemoCard) {
  const plain = plainWordsOf(card);
  return card.lifecycle in plain ? { ...plain, [card.lifecycle]: card.status } : plain;
}

function plainWordsOf(card: DemoCard): { unactivated: string; activated: string; stopped: string } {
  const words = card.line.statuses.map(([word]) => word);
  const has = (word: string) => words.includes(word);
  if (has('normal')) return { unactivated: 'toActivate', activated: 'normal', stopped: 'stop' };
  if (has('ACTIVE')) return { unactivated: 'NO_ACTIVE', activated: 'ACTIVE', stopped: 'STOP' };
  return { unactivated: 'ACTIVATION_READY', activated: 'ACTIVATED', stopped: 'DEACTIVATED' };
}
