import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { EventActor, EventValue } from '../cardEvents.ts';
import { carrierValue } from '../commands/commandStory.ts';
import type { DemoCard } from './demoCards.ts';
import type { Chance } from './demoChance.ts';

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
};

export type Cast = {
  readonly platformName: string;
  readonly operator: EventActor;
  readonly nameOf: (customerId: string) => string;
  /** Whoever presses the buttons at a customer. */
  readonly actorOf: (customerId: string) => EventActor;
};

const NOBODY: EventActor = { accountId: null, accountName: '', customerId: null };
const STOP_WHY = ['客户报停', '设备返修', '项目暂停', '季节停用'];
const { manual, arrears } = StopReason.values;

/** What happened to a card since it came, oldest first. */
export function historyOf(card: DemoCard, cast: Cast, chance: Chance, now: Date): DemoLine[] {
  const { between, perMille, pick } = chance;
  const lines: DemoLine[] = [];
  const owner = cast.actorOf(card.customerId);
  const value = (word: string) => carrierValue(card.line.platform, word);
  const words = wordsOf(card);
  const own = { customerId: card.customerId, source: 'console', actor: owner };
  const later = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1_000);
  const asked = (at: Date, action: ActionCode, from: string, to: string, more: Partial<DemoLine> = {}) => {
    const move = { ...own, action, from: value(from), to: value(to), ...more };
    lines.push({ ...move, at, result: 'asked' });
    const carrierRef = `C${chance.digits(10)}`;
    lines.push({ ...move, at: later(at, between(3, 25)), result: 'confirmed', carrierRef });
  };

  lines.push({
    at: card.createdAt,
    customerId: '1',
    action: 'import_card',
    result: 'done',
    source: 'import',
    actor: cast.operator,
    to: value(words.unactivated),
  });
  if (card.customerId !== '1') {
    lines.push({
      at: later(card.createdAt, between(1_800, 20_000)),
      customerId: card.customerId,
      action: 'allocate_card',
      result: 'done',
      source: 'console',
      actor: cast.operator,
      from: cast.platformName,
      to: cast.nameOf(card.customerId),
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
    });
  } else asked(card.activatedAt, 'active_card', words.unactivated, words.activated);

  const daysActive = Math.floor((Math.min(card.since.getTime(), now.getTime()) - card.activatedAt.getTime()) / DAY_MS);
  const room =
    card.lifecycle === 'activated' ? Math.floor((now.getTime() - card.activatedAt.getTime()) / DAY_MS) : daysActive;
  if (room > 6 && perMille(160)) {
    const end = card.lifecycle === 'activated' ? now : card.since;
    const stopAt = new Date(end.getTime() - between(3, Math.min(room - 2, 58)) * DAY_MS - between(600, 40_000) * 1_000);
    asked(stopAt, 'stop_card', words.activated, words.stopped, { reason: pick(STOP_WHY) });
    asked(later(stopAt, between(3_600, 2 * 86_400)), 'reboot_card', words.stopped, words.activated);
  }
  if (card.remark) {
    const at = new Date(Math.min(card.activatedAt.getTime() + between(1, 5) * DAY_MS, now.getTime() - 3_600_000));
    lines.push({ ...own, at, action: 'edit_remark', result: 'done', to: card.remark });
  }
  ending(card, words, lines, asked, own, pick, value);
  return lines.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function ending(
  card: DemoCard,
  words: ReturnType<typeof wordsOf>,
  lines: DemoLine[],
  asked: (at: Date, action: ActionCode, from: string, to: string, more?: Partial<DemoLine>) => void,
  own: Pick<DemoLine, 'customerId' | 'source' | 'actor'>,
  pick: Chance['pick'],
  value: (word: string) => EventValue,
): void {
  const { lifecycle, stopReasons, since, status } = card;
  if (lifecycle === 'activated') return;
  if (lifecycle === 'stopped') {
    const system = { source: 'strategy', actor: NOBODY };
    if (stopReasons.includes(manual)) {
      asked(since, 'stop_card', words.activated, status, { reason: pick(STOP_WHY) });
    } else if (stopReasons.includes(arrears)) {
      asked(since, 'forced_stop_card', words.activated, status, { ...system, reason: '套餐到期停机' });
    } else if (stopReasons.length > 0) {
      asked(since, 'forced_stop_card', words.activated, status, { ...system, reason: '风险管控停机' });
    } else byCarrier('stop_card', words.activated);
    return;
  }
  if (/^RETIRED$/.test(status)) asked(since, 'cancel_card', words.stopped, status, { reason: '客户销户' });
  else byCarrier('cancel_card', words.stopped);

  function byCarrier(action: ActionCode, from: string): void {
    lines.push({
      ...own,
      at: since,
      action,
      result: 'done',
      source: 'carrier',
      actor: NOBODY,
      from: value(from),
      to: value(status),
    });
  }
}

/** The plain words of the card's carrier for each state. */
function wordsOf(card: DemoCard) {
  const words = card.line.statuses.map(([word]) => word);
  const has = (word: string) => words.includes(word);
  if (has('normal')) return { unactivated: 'toActivate', activated: 'normal', stopped: 'stop' };
  if (has('ACTIVE')) return { unactivated: 'NO_ACTIVE', activated: 'ACTIVE', stopped: 'STOP' };
  return { unactivated: 'ACTIVATION_READY', activated: 'ACTIVATED', stopped: 'DEACTIVATED' };
}
