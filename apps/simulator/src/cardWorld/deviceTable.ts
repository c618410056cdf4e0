import type { ChangeOrigin, FieldChange, KnownIdentity } from './cardEvents.ts';

/** A change that took place; `from` is empty when the field had no value. */
export type DoneChange = {
  readonly field: string;
  readonly from: string;
  readonly to: string;
  readonly atMs: number;
  readonly origin: ChangeOrigin;
  readonly by: string;
};

export type NewDevice = {
  readonly account: number;
  readonly status: string;
  readonly ratePlan: number;
  readonly communicationPlan: number;
  readonly addedMs: number;
  readonly activatedMs: number;
  readonly sinceMs: number;
};

const FIRST_ROOM = 1024;

/**
 * A million devices in one process. What every device has is in typed columns (about 45 bytes per device plus its ICCID), what
 * few have is in maps by row. Usage, sessions and places are computed, not stored.
 */
export class DeviceTable {
  readonly #words: readonly string[];
  readonly #rows = new Map<string, number>();
  readonly #iccids: string[] = [];
  #account = new Uint16Array(FIRST_ROOM);
  #status = new Uint8Array(FIRST_ROOM);
  #firstStatus = new Uint8Array(FIRST_ROOM);
  #ratePlan = new Uint16Array(FIRST_ROOM);
  #communicationPlan = new Uint16Array(FIRST_ROOM);
  #addedMs = new Float64Array(FIRST_ROOM);
  #firstActivatedMs = new Float64Array(FIRST_ROOM);
  #activatedMs = new Float64Array(FIRST_ROOM);
  #sinceMs = new Float64Array(FIRST_ROOM);
  #updatedMs = new Float64Array(FIRST_ROOM);
  readonly #texts = new Map<number, Record<string, string>>();
  readonly #identities = new Map<number, KnownIdentity>();
  readonly #changes = new Map<number, DoneChange[]>();
  readonly #order = new ModificationOrder();

  /** `words` are the carrier's statuses, at most 255. */
  constructor(words: readonly string[]) {
    this.#words = words;
  }

  get size(): number {
    return this.#iccids.length;
  }

  rowOf(iccid: string): number | undefined {
    return this.#rows.get(iccid);
  }

  iccid(row: number): string {
    return this.#iccids[row]!;
  }

  /** Adds a device and returns its row; a known ICCID stays unchanged. */
  add(iccid: string, device: NewDevice): number | undefined {
    if (this.#rows.has(iccid)) return undefined;
    const row = this.#iccids.length;
    if (row === this.#status.length) this.#grow(row * 2);
    this.#rows.set(iccid, row);
    this.#iccids.push(iccid);
    const status = this.#words.indexOf(device.status);
    this.#account[row] = device.account;
    this.#status[row] = status;
    this.#firstStatus[row] = status;
    this.#ratePlan[row] = device.ratePlan;
    this.#communicationPlan[row] = device.communicationPlan;
    this.#addedMs[row] = device.addedMs;
    this.#firstActivatedMs[row] = device.activatedMs;
    this.#activatedMs[row] = device.activatedMs;
    this.#sinceMs[row] = device.sinceMs;
    this.#updatedMs[row] = device.sinceMs;
    this.#order.touch(row, device.sinceMs);
    return row;
  }

  account(row: number): number {
    return this.#account[row]!;
  }
  status(row: number): string {
    return this.#words[this.#status[row]!]!;
  }
  /** The initial status of the device. */
  firstStatus(row: number): string {
    return this.#words[this.#firstStatus[row]!]!;
  }
  ratePlan(row: number): number {
    return this.#ratePlan[row]!;
  }
  communicationPlan(row: number): number {
    return this.#communicationPlan[row]!;
  }
  addedMs(row: number): number {
    return this.#addedMs[row]!;
  }
  /** NaN while the device was never active. */
  activatedMs(row: number): number {
    return this.#activatedMs[row]!;
  }
  /** The initial activation time of the device; NaN if it had none. */
  firstActivatedMs(row: number): number {
    return this.#firstActivatedMs[row]!;
  }
  /** Since when the first status held. */
  sinceMs(row: number): number {
    return this.#sinceMs[row]!;
  }
  updatedMs(row: number): number {
    return this.#updatedMs[row]!;
  }
  text(row: number, field: string): string | undefined {
    return this.#texts.get(row)?.[field];
  }
  identity(row: number): KnownIdentity | undefined {
    return this.#identities.get(row);
  }
  setIdentity(row: number, identity: KnownIdentity): void {
    this.#identities.set(row, identity);
  }
  /** Oldest first. */
  changes(row: number): readonly DoneChange[] {
    return this.#changes.get(row) ?? [];
  }
  /** Rows that were changed since they were added, unordered. */
  changedRows(): IterableIterator<number> {
    return this.#changes.keys();
  }

  /** Sets one field and records the change; `plan` numbers a rate or communication plan, `activates` marks an activation. */
  change(
    row: number,
    change: FieldChange,
    done: Omit<DoneChange, 'field' | 'from' | 'to'> & {
      readonly from: string;
      readonly plan?: number;
      readonly activates?: boolean;
    },
  ): void {
    const { field, value } = change;
    if (field === 'status') {
      this.#status[row] = this.#words.indexOf(value);
      if (done.activates && Number.isNaN(this.#activatedMs[row]!)) this.#activatedMs[row] = done.atMs;
    } else if (field === 'ratePlan') this.#ratePlan[row] = done.plan ?? 0;
    else if (field === 'communicationPlan') this.#communicationPlan[row] = done.plan ?? 0;
    else {
      const texts = this.#texts.get(row) ?? {};
      texts[field] = value;
      this.#texts.set(row, texts);
    }
    const changes = this.#changes.get(row);
    const entry: DoneChange = { field, from: done.from, to: value, atMs: done.atMs, origin: done.origin, by: done.by };
    if (changes) changes.push(entry);
    else this.#changes.set(row, [entry]);
    this.#updatedMs[row] = done.atMs;
    this.#order.touch(row, done.atMs);
  }

  /** Changes whenever a device comes or is changed. */
  get version(): number {
    return this.#order.version;
  }

  /** An account's rows by modification time, oldest first; both ends included. A tight loop: it runs over every device. */
  modifiedBetween(account: number, sinceMs: number, tillMs: number): Uint32Array {
    const rows = this.#order.list(this.#updatedMs);
    const found = new Uint32Array(rows.length);
    let count = 0;
    for (let place = 0; place < rows.length; place++) {
      const row = rows[place]!;
      const updatedMs = this.#updatedMs[row]!;
      if (this.#account[row] === account && updatedMs >= sinceMs && updatedMs <= tillMs) found[count++] = row;
    }
    return found.subarray(0, count);
  }

  #grow(room: number): void {
    this.#account = enlarged(this.#account, new Uint16Array(room));
    this.#status = enlarged(this.#status, new Uint8Array(room));
    this.#firstStatus = enlarged(this.#firstStatus, new Uint8Array(room));
    this.#ratePlan = enlarged(this.#ratePlan, new Uint16Array(room));
    this.#communicationPlan = enlarged(this.#communicationPlan, new Uint16Array(room));
    this.#addedMs = enlarged(this.#addedMs, new Float64Array(room));
    this.#firstActivatedMs = enlarged(this.#firstActivatedMs, new Float64Array(room));
    this.#activatedMs = enlarged(this.#activatedMs, new Float64Array(room));
    this.#sinceMs = enlarged(this.#sinceMs, new Float64Array(room));
    this.#updatedMs = enlarged(this.#updatedMs, new Float64Array(room));
  }
}

/**
 * Rows by last modification. A modified row is only appended again. The list is built when it is paged through, and sorted only
 * if a modification was dated before the previous one.
 */
class ModificationOrder {
  #touched = new Uint32Array(FIRST_ROOM);
  #length = 0;
  #lastPlace = new Uint32Array(FIRST_ROOM);
  #rowCount = 0;
  #latestMs = Number.NEGATIVE_INFINITY;
  #isSorted = true;
  #version = 0;
  #list = new Uint32Array(0);
  #listedVersion = 0;

  touch(row: number, atMs: number): void {
    if (this.#length === this.#touched.length)
      this.#touched = enlarged(this.#touched, new Uint32Array(this.#length * 2));
    if (row >= this.#lastPlace.length)
      this.#lastPlace = enlarged(this.#lastPlace, new Uint32Array(this.#lastPlace.length * 2));
    this.#touched[this.#length] = row;
    this.#lastPlace[row] = this.#length;
    this.#length += 1;
    this.#rowCount = Math.max(this.#rowCount, row + 1);
    if (atMs < this.#latestMs) this.#isSorted = false;
    else this.#latestMs = atMs;
    this.#version += 1;
  }

  get version(): number {
    return this.#version;
  }

  list(updatedMs: Float64Array): Uint32Array {
    if (this.#listedVersion === this.#version) return this.#list;
    const rows = new Uint32Array(this.#rowCount);
    let count = 0;
    for (let place = 0; place < this.#length; place++) {
      const row = this.#touched[place]!;
      if (this.#lastPlace[row] === place) rows[count++] = row;
    }
    if (!this.#isSorted) {
      rows.sort((a, b) => updatedMs[a]! - updatedMs[b]! || a - b);
      this.#isSorted = true;
    }
    this.#compact(rows);
    this.#list = rows;
    this.#listedVersion = this.#version;
    return rows;
  }

  /** Building also compacts: a row modified twice gets one place again. */
  #compact(rows: Uint32Array): void {
    if (this.#touched.length < rows.length) this.#touched = new Uint32Array(rows.length * 2);
    this.#touched.set(rows);
    for (let place = 0; place < rows.length; place++) this.#lastPlace[rows[place]!] = place;
    this.#length = rows.length;
  }
}

function enlarged<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
