import { DeviceTable, type DoneChange } from './deviceTable.ts';
import { type AskedChange, DueChanges } from './dueChanges.ts';
import { iccidsFrom } from './iccidRange.ts';
import type { AccountSettings, DeviceBatch, FieldChange, JasperEvent, SmsMessage } from './jasperEvents.ts';

/** Usage that was put on a card by hand, on top of what the card uses by itself. */
export type AddedUsage = {
  readonly atMs: number;
  readonly dataBytes: number;
  readonly sms: number;
  readonly voiceSeconds: number;
};

/** An account, and its place in the device table's account column. */
export type Account = AccountSettings & { readonly place: number };

/** What is known of a card beyond its fields; kept only for cards somebody did something to. */
type Tally = { repeats: number; refusals: number };

/** A device batch this long is one line of the journal. */
const ICCIDS_PER_LINE = 2000;

/**
 * The carrier's world, changed by events only: what `apply` has seen is what the journal has, so a restarted world
 * is the same world. Deciding what may happen is done before, by whoever makes the event.
 */
export class JasperWorld {
  readonly devices = new DeviceTable();
  readonly due = new DueChanges();
  readonly messages = new Map<number, SmsMessage>();
  readonly #accounts: Account[] = [];
  readonly #accountByName = new Map<string, Account>();
  readonly #planNames: string[] = [];
  readonly #planNumbers = new Map<string, number>();
  readonly #plansOfAccount = new Map<string, Set<string>>();
  readonly #messagesOf = new Map<string, SmsMessage[]>();
  readonly #added = new Map<string, AddedUsage[]>();
  readonly #sessions = new Map<string, { readonly atMs: number; readonly open: boolean }>();
  readonly #tallies = new Map<string, Tally>();
  readonly #batches: { readonly batch: DeviceBatch; readonly firstRow: number; rows: number }[] = [];
  #lastMessage = 0;

  accounts(): readonly Account[] {
    return this.#accounts;
  }
  account(username: string): Account | undefined {
    return this.#accountByName.get(username);
  }
  accountOf(row: number): Account {
    return this.#accounts[this.devices.account(row)]!;
  }
  planName(number: number): string {
    return this.#planNames[number]!;
  }
  /** Whether the account has this rate or communication plan, that is: whether any card of it ever had. */
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
  addedUsage(iccid: string): readonly AddedUsage[] {
    return this.#added.get(iccid) ?? [];
  }
  /** A session opened or closed by hand. */
  setSession(iccid: string): { readonly atMs: number; readonly open: boolean } | undefined {
    return this.#sessions.get(iccid);
  }
  tally(iccid: string): Readonly<Tally> {
    return this.#tallies.get(iccid) ?? { repeats: 0, refusals: 0 };
  }
  /** Cards something was asked of without effect. */
  talliedIccids(): IterableIterator<string> {
    return this.#tallies.keys();
  }

  /** The value of a field that an edit may set; an absent text is empty. */
  field(row: number, field: string): string {
    if (field === 'status') return this.devices.status(row);
    if (field === 'ratePlan') return this.planName(this.devices.ratePlan(row));
    if (field === 'communicationPlan') return this.planName(this.devices.communicationPlan(row));
    if (field === 'overageLimitOverride') return this.devices.text(row, field) ?? 'DEFAULT';
    return this.devices.text(row, field) ?? '';
  }

  apply(event: JasperEvent): void {
    switch (event.type) {
      case 'account': {
        const { type: _, ...settings } = event;
        const place = this.#accountByName.get(event.username)?.place ?? this.#accounts.length;
        this.#accounts[place] = { ...settings, place };
        this.#accountByName.set(event.username, this.#accounts[place]!);
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
        if (row !== undefined) this.devices.setIdentity(row, event.identity);
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
        return;
      case 'changed':
        if (event.asked !== undefined) this.due.remove(event.asked);
        this.#change(event);
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
      case 'session':
        this.#sessions.set(event.iccid, { atMs: event.atMs, open: event.open });
        return;
    }
  }

  /** The shortest list of events that leads to this world. */
  *events(): Generator<JasperEvent> {
    for (const { place: _, ...settings } of this.#accounts) yield { type: 'account', ...settings };
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
    for (const message of this.messages.values()) yield { type: 'sms', message };
    const asked = [...this.due.all()].sort((a, b) => a.id - b.id);
    for (const change of asked) yield askedEvent(change);
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
    for (const iccid of iccids) this.devices.add(iccid, device);
    const rows = this.devices.size - firstRow;
    if (rows > 0) this.#batches.push({ batch, firstRow, rows });
  }

  #change(event: Extract<JasperEvent, { type: 'changed' }>): void {
    const row = this.devices.rowOf(event.iccid);
    if (row === undefined) return;
    for (const change of event.changes) {
      const from = this.field(row, change.field);
      const done = { atMs: event.atMs, origin: event.origin, by: event.by, from };
      if (change.field === 'ratePlan' || change.field === 'communicationPlan') {
        const plan = this.#numberOfPlan(this.accountOf(row).username, change.field, change.value);
        this.devices.change(row, change, { ...done, plan });
      } else this.devices.change(row, change, done);
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

  #tallyOf(iccid: string): Tally {
    const tally = this.#tallies.get(iccid) ?? { repeats: 0, refusals: 0 };
    this.#tallies.set(iccid, tally);
    return tally;
  }
}

function changedEvent(iccid: string, change: DoneChange): JasperEvent {
  const changes: FieldChange[] = [{ field: change.field, value: change.to }];
  return { type: 'changed', iccid, changes, atMs: change.atMs, origin: change.origin, by: change.by };
}

function askedEvent(asked: AskedChange): JasperEvent {
  const { id, iccid, changes, dueMs, origin, by } = asked;
  return { type: 'asked', id, iccid, changes, dueMs, origin, by };
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
