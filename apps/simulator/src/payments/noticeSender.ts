import { setTimeout as pause } from 'node:timers/promises';
import type { Surroundings } from '../carrier.ts';
import type { Attempt, Notice, PaymentEvent } from './paymentEvents.ts';
import type { PaymentNature } from './paymentNature.ts';
import type { PaymentWorld } from './paymentWorld.ts';

const OPERATION_OF = {
  payment: 'notifyPayment',
  refund: 'notifyRefund',
  transfer: 'notifyTransfer',
  contract: 'notifyContract',
} as const;
const LOOK_EVERY_MS = 200;
const ANSWER_WITHIN_MS = 5_000;
const AT_ONCE = 16;
const LONGEST_ANSWER = 200;
/** Attempts that are kept; the later ones matter. */
const KEPT_ATTEMPTS = 20;

/**
 * Delivers notices to the merchants, repeated on the world's clock until one is answered well. Pending ones survive a restart, so
 * one may come twice. Faults see each as `notifyPayment`, `notifyRefund`, `notifyTransfer` or `notifyContract`: `swallow` loses it for good, `dropBeforeEffect` this
 * time, `duplicate` sends it twice, `slow` lets later ones overtake it.
 */
export class NoticeSender {
  readonly #world: PaymentWorld;
  readonly #nature: PaymentNature;
  readonly #surroundings: Surroundings;
  readonly #record: (event: PaymentEvent) => void;
  readonly #settle: () => void;
  readonly #underway = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tools: {
    readonly world: PaymentWorld;
    readonly nature: PaymentNature;
    readonly surroundings: Surroundings;
    readonly record: (event: PaymentEvent) => void;
    readonly settle: () => void;
  }) {
    this.#world = tools.world;
    this.#nature = tools.nature;
    this.#surroundings = tools.surroundings;
    this.#record = tools.record;
    this.#settle = tools.settle;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#settle();
    const nowMs = this.#surroundings.clock.nowMs();
    for (const id of this.#world.waitingNotices) {
      if (this.#underway.size >= AT_ONCE) return;
      const notice = this.#world.notices.get(id);
      if (notice && notice.dueMs <= nowMs && !this.#underway.has(id)) void this.deliver(notice);
    }
  }

  /** Sends it now, whatever it waits for, and writes down what was answered. */
  async deliver(notice: Notice): Promise<Notice> {
    this.#underway.add(notice.id);
    try {
      return await this.#carry(notice);
    } finally {
      this.#underway.delete(notice.id);
    }
  }

  async #carry(notice: Notice): Promise<Notice> {
    const { delayMs, fault } = this.#surroundings.faults.strike({
      carrier: this.#nature.name,
      account: notice.merchantNo,
      operation: OPERATION_OF[notice.kind],
      subject: notice.subject,
    });
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
    if (fault?.kind === 'swallow') return this.#put({ ...notice, state: 'lost' });
    const attempts: Attempt[] = [];
    const times = fault?.kind === 'duplicate' ? 2 : 1;
    for (let time = 0; time < times; time++) {
      attempts.push(await this.#post(notice, fault?.kind === 'dropBeforeEffect'));
    }
    const all = [...notice.attempts, ...attempts].slice(-KEPT_ATTEMPTS);
    const isTaken = attempts.every(({ status, answer }) => status !== null && this.#nature.isTaken(status, answer));
    if (isTaken) return this.#put({ ...notice, state: 'taken', attempts: all });
    const waitMs = this.#nature.retryMs[notice.attempts.length];
    const { retryFactor = 1 } = this.#world.merchants.get(notice.merchantNo) ?? {};
    // What control made is sent once.
    if (waitMs === undefined || notice.twist) return this.#put({ ...notice, state: 'givenUp', attempts: all });
    const dueMs = this.#surroundings.clock.nowMs() + Math.ceil(waitMs * retryFactor);
    return this.#put({ ...notice, state: 'waiting', dueMs, attempts: all });
  }

  async #post(notice: Notice, isDropped: boolean): Promise<Attempt> {
    const { clock } = this.#surroundings;
    const attempt = { atMs: clock.nowMs(), status: null, answer: '' };
    const merchant = this.#world.merchants.get(notice.merchantNo);
    const platform = this.#world.platformKeys.at(-1);
    if (isDropped || !merchant || !platform) return attempt;
    // Signatures carry the machine's time, as those of the merchants do.
    const nowMs = clock.baseMs() - (notice.twist?.ageSeconds ?? 0) * 1_000;
    const { headers, body } = this.#nature.signNotice(notice, merchant, platform, { nowMs });
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const answer = await fetch(notice.url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      return { ...attempt, status: answer.status, answer: (await answer.text()).slice(0, LONGEST_ANSWER) };
    } catch (error) {
      return { ...attempt, answer: error instanceof Error ? error.message.slice(0, LONGEST_ANSWER) : '' };
    }
  }

  #put(notice: Notice): Notice {
    this.#record({ type: 'notice', notice });
    return notice;
  }
}
