import { type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Database, handleOf } from '../../framework/tables.ts';
import { afterCall, breakerOf, type Health, type Sign } from './breakerRules.ts';
import { admitted, arrivalOf, counting, type Slot } from './budgetRules.ts';
import { type GateKind, MS_TO_MIDNIGHT, type Standing, standstillOf } from './standstill.ts';
import { nextInLine, type Urgency } from './urgencyRules.ts';

/** The state of one account's calls: a row of the gate's table, in the schema of the room that makes the calls. */
export type GateTable = {
  account_id: string;
  slots: unknown;
  day: string | null;
  calls_today: number;
  failures: number;
  opened: number;
  open_until: Date | null;
  open_zh: string | null;
  open_en: string | null;
  last_ok_at: Date | null;
};

/** How a call ended; one that was never made uses no budget and says nothing about the other side. */
type EndSign = Sign | 'unused';

/** Leave to call, or the reason why there is none for now. */
export type Entry =
  | {
      readonly kind: 'go';
      /** Called when the network has accepted the request. */
      readonly sent: () => void;
      /** `unused`: no request was made, and nothing is known about the other side. */
      readonly leave: (sign: EndSign, words?: Text) => void;
    }
  | { readonly kind: 'stop'; readonly waitMs: number; readonly words: Text };

/** A dead process keeps its slot this much longer than its call could last. */
const LAPSE_AFTER_MS = 5_000;
/** Another process may finish a call at any moment; only the database knows. */
const ASK_AGAIN_MS = 50;
const MOST_AT_ONCE = 25;
/**
 * After the other side has reported a rate limit, calls count until they end for this long: transit times vary more than assumed.
 */
const CAREFUL_MS = 60_000;

const PAUSE_POLL_MS = 5_000;

type GateRow = Standing & {
  calls_per_second: string;
  in_flight: number;
  timeout_ms: number;
  slots: Slot[];
  day: string | null;
  today: string;
  calls_today: number;
  failures: number;
  opened: number;
  open_until_ms: string | null;
  open_zh: string | null;
  open_en: string | null;
  now_ms: number;
};

type Waiter = {
  readonly urgency: Urgency;
  readonly resolve: (entry: Entry) => void;
  readonly reject: (error: unknown) => void;
};
/** A slot in the budget, and from when on it is valid. */
type Leave = { readonly holder: string; readonly beginsAt: number };
type Ended = { readonly holder: string; readonly sign: EndSign; readonly words: Text | undefined };

let holders = 0;
/** A name unique among the calls of all processes. */
const nextHolder = () => `${process.pid}.${Math.round(performance.timeOrigin)}.${++holders}`;

/**
 * The queue of an account's calls within this process. Finished and new calls are settled in batches with the account's row in
 * the database, so that all processes together keep the limits. Times use the database's clock: the limits are physical, and
 * one common clock makes them hold.
 */
export class Desk {
  readonly #db: Database;
  readonly #kind: GateKind;
  readonly #accountId: string;
  readonly #waiters: Waiter[] = [];
  #ended: Ended[] = [];
  /** Sent calls, by the database's clock. */
  #sent = new Map<string, number>();
  /** Offset to the database's clock: possibly a little ahead, never behind. */
  #clockAhead = 0;
  /** The same, possibly a little behind, never ahead. */
  #clockBehind = 0;
  /** Permits granted ahead of time; they are assigned to a waiter when they become valid. */
  #given = 0;
  #carefulUntil = 0;
  #isPumping = false;
  #turn = 0;
  #wake: (() => void) | undefined;

  constructor(db: Database, kind: GateKind, accountId: string) {
    this.#db = db;
    this.#kind = kind;
    this.#accountId = accountId;
  }

  /** Waits for permission to call. More urgent calls go first, the others are never starved (`urgencyRules.ts`). */
  enter(signal: AbortSignal | undefined, urgency: Urgency = 'now'): Promise<Entry> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return resolve({ kind: 'stop', waitMs: 0, words: STOPPED });
      const giveUp = () => {
        const at = this.#waiters.indexOf(waiter);
        if (at < 0) return;
        this.#waiters.splice(at, 1);
        resolve({ kind: 'stop', waitMs: 0, words: STOPPED });
      };
      // A signal that lives for a minute serves thousands of calls: finished ones must remove their listener.
      const forgotten =
        <Said>(answer: (said: Said) => void) =>
        (said: Said) => {
          signal?.removeEventListener('abort', giveUp);
          answer(said);
        };
      const waiter: Waiter = { urgency, resolve: forgotten(resolve), reject: forgotten(reject) };
      this.#waiters.push(waiter);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#pump();
    });
  }

  /** The other side reported that its rate limit was exceeded. */
  rateLimited(): void {
    this.#carefulUntil = performance.now() + CAREFUL_MS;
  }

  #leave(ended: Ended): void {
    this.#ended.push(ended);
    this.#wake?.();
    this.#pump();
  }

  #noteSent(holder: string): void {
    const now = performance.now();
    // Reported with the next settlement, which is never later than the window that has to pass anyway.
    if (now >= this.#carefulUntil) this.#sent.set(holder, now + this.#clockAhead);
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    this.#work()
      .then(
        () => true,
        (error: unknown) => {
          for (const waiter of this.#waiters.splice(0)) waiter.reject(error);
          return false;
        },
      )
      .then((isWell) => {
        this.#isPumping = false;
        // Calls that ended during the last settlement; after an error they wait for the next call.
        if (this.#wanting() > 0 || (isWell && this.#ended.length > 0)) this.#pump();
      });
  }

  async #work(): Promise<void> {
    while (this.#wanting() > 0 || this.#ended.length > 0) {
      const ended = this.#ended;
      const sent = this.#sent;
      this.#ended = [];
      this.#sent = new Map();
      const wanted = Math.min(this.#wanting(), MOST_AT_ONCE);
      let settled: { go: Leave[]; stop: { waitMs: number; words: Text } | undefined; waitMs: number | null };
      try {
        settled = await this.#settle({ ended, sent }, wanted);
      } catch (error) {
        // They are reported with the next settlement; until then they count as under way, which is the safe side.
        this.#ended = [...ended, ...this.#ended];
        this.#sent = new Map([...sent, ...this.#sent]);
        throw error;
      }
      for (const leave of settled.go) this.#giveInTime(leave);
      if (settled.stop) {
        const { waitMs, words } = settled.stop;
        for (const waiter of this.#waiters.splice(0)) waiter.resolve({ kind: 'stop', waitMs, words });
      } else if (this.#wanting() > 0 && this.#ended.length === 0) await this.#pauseFor(settled.waitMs);
    }
  }

  /** How many waiters have no permit yet. */
  #wanting(): number {
    return Math.max(0, this.#waiters.length - this.#given);
  }

  /** The permit becomes valid at its time on the database's clock and goes to the most urgent waiter then. */
  #giveInTime(leave: Leave): void {
    const left = leave.beginsAt - (performance.now() + this.#clockBehind);
    if (left <= 0) {
      this.#give(leave.holder);
      return;
    }
    this.#given += 1;
    const onTime = () => {
      this.#given -= 1;
      // A timer may fire a moment early.
      this.#giveInTime(leave);
    };
    setTimeout(onTime, Math.ceil(left));
  }

  #give(holder: string): void {
    const [waiter] = this.#waiters.splice(nextInLine(this.#waiters, this.#turn++), 1);
    const leave = (sign: EndSign, words?: Text) => this.#leave({ holder, sign, words });
    // If the waiter gave up meanwhile, its permit ends unused.
    if (waiter) waiter.resolve({ kind: 'go', sent: () => this.#noteSent(holder), leave });
    else leave('unused');
  }

  #pauseFor(waitMs: number | null): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, Math.min(waitMs ?? ASK_AGAIN_MS, 1_000));
      this.#wake = done;
    });
  }

  /** One transaction: which calls were sent, ended and may begin, and what blocks the account. */
  #settle({ ended, sent }: { ended: readonly Ended[]; sent: ReadonlyMap<string, number> }, wanted: number) {
    return this.#db.transaction().execute(async (trx) => {
      const askedAt = performance.now();
      const row = await this.#lock(handleOf(trx));
      if (!row) return { go: [], stop: { waitMs: PAUSE_POLL_MS, words: this.#kind.words.unknown }, waitMs: null };
      const now = row.now_ms;
      this.#clockAhead = now - askedAt;
      this.#clockBehind = now - performance.now();
      const limits = { callsPerSecond: Number(row.calls_per_second), inFlight: row.in_flight };
      let health: Health = {
        failures: row.failures,
        opened: row.opened,
        openUntil: row.open_until_ms === null ? null : Number(row.open_until_ms),
      };
      let words = row.open_zh === null ? undefined : text(row.open_zh, row.open_en ?? row.open_zh);
      const unused = new Set<string>();
      for (const { holder, sign, words: said } of ended) {
        if (sign === 'unused') {
          unused.add(holder);
          continue;
        }
        health = afterCall(health, sign, now);
        if (sign !== 'alive') words = said ?? words;
      }
      const endedHolders = new Set(ended.map((end) => end.holder));
      const used = row.slots.filter((slot) => !unused.has(slot.holder));
      const slots = counting(used, limits, now).map((slot) => {
        const sentAt = sent.get(slot.holder);
        const known = sentAt === undefined ? slot : { ...slot, arrivedAt: arrivalOf(sentAt) };
        return endedHolders.has(slot.holder) && slot.endedAt === null ? { ...known, endedAt: now } : known;
      });
      const callsToday = row.day === row.today ? Math.max(0, row.calls_today - unused.size) : 0;
      const stop = standstillOf(row, { health, words, callsToday, now }, this.#kind.words);
      const breaker = breakerOf(health, now);
      const allowed = breaker === 'probing' ? { ...limits, inFlight: 1 } : limits;
      const left = row.calls_per_day === null ? wanted : Math.min(wanted, row.calls_per_day - callsToday);
      const { beginsAt, waitMs } = stop ? { beginsAt: [], waitMs: null } : admitted(slots, allowed, left, now);
      const go = beginsAt.map((moment): Leave => ({ holder: nextHolder(), beginsAt: moment }));
      const until = now + row.timeout_ms + LAPSE_AFTER_MS;
      const after = [...slots, ...go.map(({ holder }) => ({ holder, endedAt: null, until }))];
      const isAlive = ended.some((end) => end.sign === 'alive');
      await sql`
        update ${sql.table(this.#kind.gate)} set
          slots = ${JSON.stringify(after)}::jsonb, day = ${row.today}::date, calls_today = ${callsToday + go.length},
          failures = ${health.failures}, opened = ${health.opened},
          open_until = to_timestamp(${health.openUntil === null ? null : health.openUntil / 1_000}::double precision),
          open_zh = ${health.openUntil === null ? null : (words?.zh ?? null)},
          open_en = ${health.openUntil === null ? null : (words?.en ?? null)},
          last_ok_at = case when ${isAlive} then clock_timestamp() else last_ok_at end
        where account_id = ${this.#accountId}::bigint`.execute(trx);
      return { go, stop, waitMs: waitMs === null ? null : Math.max(waitMs, 1) };
    });
  }

  async #lock(trx: Database): Promise<GateRow | undefined> {
    const { rows } = await sql<GateRow>`
      select a.state, a.state_reason, a.calls_per_second, a.in_flight, a.calls_per_day, a.timeout_ms,
        g.slots, g.day, (clock_timestamp() at time zone a.zone)::date::text as today,
        ${MS_TO_MIDNIGHT} as ms_to_midnight,
        g.calls_today, g.failures, g.opened, (extract(epoch from g.open_until) * 1000)::bigint as open_until_ms,
        g.open_zh, g.open_en, (extract(epoch from clock_timestamp()) * 1000)::double precision as now_ms
      from ${sql.table(this.#kind.gate)} g join ${sql.table(this.#kind.account)} a on a.id = g.account_id
      where g.account_id = ${this.#accountId}::bigint for update of g`.execute(trx);
    return rows[0];
  }
}

const STOPPED = text('已停止等待', 'Stopped waiting');

const desks = new WeakMap<Database, Map<string, Desk>>();

/** This process's desk of an account. */
export function deskOf(db: Database, kind: GateKind, accountId: string): Desk {
  const known = desks.get(db) ?? new Map<string, Desk>();
  desks.set(db, known);
  const name = `${kind.gate} ${accountId}`;
  const desk = known.get(name) ?? new Desk(db, kind, accountId);
  known.set(name, desk);
  return desk;
}
