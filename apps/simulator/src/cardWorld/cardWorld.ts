import type {
  AccountSettings,
  CardEvent,
  CardHappening,
  DeviceBatch,
  FieldChange,
  SmsMessage,
  UsedAt,
} from './cardEvents.ts';
import { type CardNumbers, cardNumbers, type Numbering, type NumberKind } from './cardNumbers.ts';
import { DeviceTable, type DoneChange } from './deviceTable.ts';
import { type AskedChange, DueChanges } from './dueChanges.ts';
import { iccidsFrom } from './iccidRange.ts';
import { OrderBook } from './orderBook.ts';
import type { StatusModel } from './statusModel.ts';

/** An account, and its place in the device table's account column. */
export type AccountOf<Settings extends AccountSettings> = Settings & { readonly place: number };

/** Data of a card beyond its fields; kept only for cards that were changed. */
type Tally = { repeats: number; refusals: number };

/** The model of a carrier's cards. */
export type CardNature = {
  readonly statuses: StatusModel;
  readonly numbering: Numbering;
  /** The default of a field; empty if not given here. */
  readonly defaults: Readonly<Record<string, string>>;
};

/** The maximum number of devices in one journal line. */
const ICCIDS_PER_LINE = 2000;

/**
 * The carrier's world, changed only by events: `apply` sees exactly what the journal holds, so a restarted world is the same.
 * Rules are checked before an event is created.
 */
export class CardWorld<Settings extends AccountSettings> {
  readonly statuses: StatusModel;
  readonly devices: DeviceTable;
  readonly due = new DueChanges();
  readonly orders = new OrderBook();
  readonly messages = new Map<number, SmsMessage>();
  readonly #nature: CardNature;
  readonly #accounts: AccountOf<Settings>[] = [];
  readonly #accountByName = new Map<string, AccountOf<Settings>>();
  readonly #planNames: string[] = [];
  readonly #planNumbers = new Map<string, number>();
  readonly #plansOfAccount = new Map<string, Set<string>>();
  readonly #messagesOf = new Map<string, SmsMessage[]>();
  readonly #countsFrom = new Map<string, number>();
  readonly #added = new Map<string, UsedAt[]>();
  readonly #sessions = new Map<string, { readonly atMs: number; readonly open: boolean }>();
  readonly #tallies = new Map<string, Tally>();
  readonly #batches: { readonly batch: DeviceBatch; readonly firstRow: number; rows: number }[] = [];
  #lastMessage = 0;
  /** Rows by IMSI or MSISDN; built on first use, since most worlds are queried by ICCID only. */
  #rowsByNumber: Map<string, number> | undefined;

  constructor(nature: CardNature) {
    this.#nature = nature;
    this.statuses = nature.statuses;
    this.devices = new DeviceTable(nature.statuses.words);
  }

  accounts(): readonly AccountOf<Settings>[] {
    return this.#accounts;
  }
  account(username: string): AccountOf<Settings> | undefined {
    return this.#accountByName.get(username);
  }
  accountOf(row: number): AccountOf<Settings> {
    return this.#accounts[this.devices.account(row)]!;
  }
  numbers(row: number): CardNumbers {
    return cardNumbers(this.#nature.numbering, this.devices.iccid(row), this.devices.identity(row));
  }
  rowOfNumber(kind: NumberKind, value: string): number | undefined {
    if (!this.#rowsByNumber) {
      this.#rowsByNumber = new Map();
      for (let row = 0; row < this.devices.size; row++) this.#index(row);
    }
    return this.#rowsByNumber.get(`${kind} ${value}`);
  }
  planName(number: number): string {
    return this.#planNames[number]!;
  }
  /** Whether the account has this rate or communication plan, i.e. whether any of its cards ever had it. */
  hasPlan(username: string, kind: 'ratePlan' | 'communicationPlan', name: string): boolean {
    return this.#plansOfAccount.get(`${kind} ${username}`)?.has(name) ?? false;
  }
  ratePlansOf(username: string): ReadonlySet<string> {
    return this.#plansOfAccount.get(`ratePlan ${username}`) ?? new Set();
  }
  messagesOf(iccid: string): readonly SmsMessage[] {
    return this.#messagesOf.get(iccid) ?? [];
  }
  nextMessageId(): number {
    return this.#lastMessage + 1;
  }
  /** Usage added by hand or given initially, on top of the computed one. */
  addedUsage(iccid: string): readonly UsedAt[] {
    return this.#added.get(iccid) ?? [];
  }
  /** From when on a card's usage is computed; earlier usage is part of the added one. */
  countsFromMs(iccid: string): number {
    return this.#countsFrom.get(iccid) ?? Number.NEGATIVE_INFINITY;
  }
  /** A session opened or closed by hand. */
  setSession(iccid: string): { readonly atMs: number; readonly open: boolean } | undefined {
    return this.#sessions.get(iccid);
  }
  tally(iccid: string): Readonly<Tally> {
    return this.#tallies.get(iccid) ?? { repeats: 0, refusals: 0 };
  }
  /** Cards with requests that had no effect. */
  talliedIccids(): IterableIterator<string> {
    return this.#tallies.keys();
  }

  /** The value of a field that an edit may set; an absent text is empty. */
  field(row: number, field: string): string {
    if (field === 'status') return this.devices.status(row);
    if (field === 'ratePlan') return this.planName(this.devices.ratePlan(row));
    if (field === 'communicationPlan') return this.planName(this.devices.communicationPlan(row));
    const own = field === 'network' ? this.devices.identity(row)?.network : undefined;
    return this.devices.text(row, field) ?? own ?? this.#nature.defaults[field] ?? '';
  }

  apply(event: CardEvent<Settings>): void {
    switch (event.type) {
      case 'account': {
        const { type: _, ...settings } = event;
        const place = this.#accountByName.get(event.username)?.place ?? this.#accounts.length;
        const account = { ...settings, place } as unknown as AccountOf<Settings>;
        this.#accounts[place] = account;
        this.#accountByName.set(event.username, account);
        return;
      }
      case 'devices':
        this.#add(event.batch, event.iccids);
        return;
      case 'range':
        this.#add(event.batch, iccidsFrom(event.from, event.count));
        return;
      case 'identity': {
        const row = this.devices.rowOf(event.iccid);
        if (row === undefined) return;
        this.devices.setIdentity(row, event.identity);
        if (this.#rowsByNumber) this.#index(row);
        return;
      }
      case 'asked':
        this.due.add(event);
        return;
      case 'released':
        this.due.release(event.id, event.dueMs);
        return;
      case 'lapsed':
        this.due.remove(event.id);
        this.orders.settle(event.id, event.isSo ? 'done' : 'failed');
        return;
      case 'changed':
        if (event.asked !== undefined) this.due.remove(event.asked);
        this.#change(event);
        if (event.asked !== undefined) this.orders.settle(event.asked, 'done');
        return;
      case 'ordered':
        this.orders.add(event.order);
        return;
      case 'repeated':
        this.#tallyOf(event.iccid).repeats += 1;
        return;
      case 'refused':
        this.#tallyOf(event.iccid).refusals += 1;
        return;
      case 'sms':
        this.messages.set(event.message.id, event.message);
        this.#lastMessage = Math.max(this.#lastMessage, event.message.id);
        push(this.#messagesOf, event.message.iccid, event.message);
        return;
      case 'usage':
        push(this.#added, event.iccid, event);
        return;
      case 'counted':
        for (const { iccid, used } of event.cards) {
          this.#countsFrom.set(iccid, event.atMs);
          for (const each of used) push(this.#added, iccid, each);
        }
        return;
      case 'session':
        this.#sessions.set(event.iccid, { atMs: event.atMs, open: event.open });
        return;
    }
  }

  /** The shortest list of events that produces this world. */
  *events(): Generator<CardEvent<Settings>> {
    for (const { place: _, ...settings } of this.#accounts)
      yield { type: 'account', ...(settings as unknown as Settings) };
    for (const { batch, firstRow, rows } of this.#batches) {
      for (let row = firstRow; row < firstRow + rows; row += ICCIDS_PER_LINE) {
        const length = Math.min(ICCIDS_PER_LINE, firstRow + rows - row);
        yield { type: 'devices', batch, iccids: Array.from({ length }, (_, i) => this.devices.iccid(row + i)) };
      }
    }
    for (let row = 0; row < this.devices.size; row++) {
      const iccid = this.devices.iccid(row);
      const identity = this.devices.identity(row);
      if (identity) yield { type: 'identity', iccid, identity };
      for (const change of this.devices.changes(row)) yield changedEvent(iccid, change);
      for (const added of this.addedUsage(iccid)) yield { ...added, type: 'usage', iccid };
      const session = this.setSession(iccid);
      if (session) yield { type: 'session', iccid, ...session };
      const { repeats, refusals } = this.tally(iccid);
      for (let i = 0; i < repeats; i++) yield { type: 'repeated', iccid, atMs: 0 };
      for (let i = 0; i < refusals; i++) yield { type: 'refused', iccid, atMs: 0 };
    }
    for (const [atMs, counted] of Map.groupBy(this.#countsFrom, ([, at]) => at)) {
      for (let from = 0; from < counted.length; from += ICCIDS_PER_LINE) {
        const cards = counted.slice(from, from + ICCIDS_PER_LINE).map(([iccid]) => ({ iccid, used: [] }));
        yield { type: 'counted', atMs, cards };
      }
    }
    for (const message of this.messages.values()) yield { type: 'sms', message };
    const asked = [...this.due.all()].sort((a, b) => a.id - b.id);
    for (const change of asked) yield askedEvent(change);
    for (const order of this.orders.all()) yield { type: 'ordered', order };
  }

  #add(batch: DeviceBatch, iccids: readonly string[]): void {
    const account = this.#accountByName.get(batch.username);
    if (!account) throw new Error(`No account ${batch.username} at this carrier`);
    const firstRow = this.devices.size;
    const device = {
      account: account.place,
      status: batch.status,
      ratePlan: this.#numberOfPlan(batch.username, 'ratePlan', batch.ratePlan),
      communicationPlan: this.#numberOfPlan(batch.username, 'communicationPlan', batch.communicationPlan),
      addedMs: batch.addedMs,
      activatedMs: batch.activatedMs ?? Number.NaN,
      sinceMs: batch.sinceMs,
    };
    for (const iccid of iccids) {
      const row = this.devices.add(iccid, device);
      if (row !== undefined && this.#rowsByNumber) this.#index(row);
    }
    const rows = this.devices.size - firstRow;
    if (rows > 0) this.#batches.push({ batch, firstRow, rows });
  }

  #change(event: Extract<CardHappening, { type: 'changed' }>): void {
    const row = this.devices.rowOf(event.iccid);
    if (row === undefined) return;
    for (const change of event.changes) {
      const from = this.field(row, change.field);
      const done = { atMs: event.atMs, origin: event.origin, by: event.by, from };
      if (change.field === 'ratePlan' || change.field === 'communicationPlan') {
        const plan = this.#numberOfPlan(this.accountOf(row).username, change.field, change.value);
        this.devices.change(row, change, { ...done, plan });
      } else {
        const activates = change.field === 'status' && this.statuses.activated.includes(change.value);
        this.devices.change(row, change, { ...done, activates });
      }
    }
  }

  #numberOfPlan(username: string, kind: 'ratePlan' | 'communicationPlan', name: string): number {
    const key = `${kind} ${username}`;
    const plans = this.#plansOfAccount.get(key) ?? new Set<string>();
    this.#plansOfAccount.set(key, plans.add(name));
    const known = this.#planNumbers.get(name);
    if (known !== undefined) return known;
    this.#planNumbers.set(name, this.#planNames.length);
    return this.#planNames.push(name) - 1;
  }

  #index(row: number): void {
    const { imsi, msisdn } = this.numbers(row);
    this.#rowsByNumber?.set(`imsi ${imsi}`, row).set(`msisdn ${msisdn}`, row);
  }

  #tallyOf(iccid: string): Tally {
    const tally = this.#tallies.get(iccid) ?? { repeats: 0, refusals: 0 };
    this.#tallies.set(iccid, tally);
    return tally;
  }
}

function changedEvent(iccid: string, change: DoneChange): CardHappening {
  const changes: FieldChange[] = [{ field: change.field, value: change.to }];
  return { type: 'changed', iccid, changes, atMs: change.atMs, origin: change.origin, by: change.by };
}

function askedEvent(asked: AskedChange): CardHappening {
  const { id, iccid, changes, dueMs, origin, by } = asked;
  return { type: 'asked', id, iccid, changes, dueMs, origin, by };
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
