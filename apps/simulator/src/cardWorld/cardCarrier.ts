import type { WorldClock } from '../worldClock.ts';
import { type CallFigures, CallGate } from './callGate.ts';
import type {
  AccountSettings,
  CardEvent,
  ChangeOrigin,
  CountedCard,
  DeviceBatch,
  FieldChange,
  KnownIdentity,
  OrderLine,
  SmsMessage,
} from './cardEvents.ts';
import { type Place, placesBetween } from './cardPlaces.ts';
import { type Session, sessionAt } from './cardSessions.ts';
import { type Usage, usageBetween } from './cardUsage.ts';
import { type AccountOf, type CardNature, CardWorld } from './cardWorld.ts';
import type { AskedChange } from './dueChanges.ts';
import { type Effects, effectsOf } from './effects.ts';
import { keyHash } from './keyHash.ts';

/** A new account; everything but the name and the secret has a default. */
export type NewAccount<Settings extends AccountSettings> = {
  readonly username: string;
  readonly secret: string;
} & Partial<OwnSettings<Settings>>;
/** What may be set of an account besides its name and its secret. */
export type OwnSettings<Settings extends AccountSettings> = Omit<Settings, 'username' | 'keyHash' | 'signingSecret'>;

export type NewDevices<Status extends string = string> = {
  readonly account: string;
  readonly status?: Status | undefined;
  readonly ratePlan?: string | undefined;
  readonly communicationPlan?: string | undefined;
  readonly addedAt?: Date | undefined;
  readonly activatedAt?: Date | undefined;
  /** Since when the status holds. */
  readonly since?: Date | undefined;
} & ({ readonly iccids: readonly string[] } | { readonly from: string; readonly count: number });

/** How often a carrier performs a request: `never` only claims success, `againAfterMs` repeats it, immediately or later. */
export type Times = 'once' | 'never' | { readonly againAfterMs: number };

export type Edit = {
  readonly row: number;
  readonly changes: readonly FieldChange[];
  readonly effectiveMs?: number | undefined;
  readonly by: string;
  readonly times: Times;
  /** It gets an order number: nothing happens before `noteOrder`, which takes `asked`. */
  readonly isOrdered?: boolean;
};

/** Done immediately, accepted for later, or impossible in the card's current status. */
export type EditOutcome =
  | { readonly kind: 'done' }
  /** `asked` is null where the carrier only claims success. */
  | { readonly kind: 'later'; readonly asked: number | null }
  | { readonly kind: 'refused'; readonly from: string; readonly to: string };

/** What distinguishes simulated carriers, apart from their wire protocol. */
export type CarrierNature<Settings extends AccountSettings> = CardNature & {
  /** Its name in the journal, in faults and under `/_control`. */
  readonly name: string;
  /** The default settings of a new account. */
  readonly settings: (accountsBefore: number) => OwnSettings<Settings>;
  readonly plans: { readonly ratePlan: string; readonly communicationPlan: string };
  /** Callers sign with the secret, so the carrier stores it in plain text. */
  readonly keepsSecret: boolean;
};

const SMS_JOURNEY_MS = 2000;
const DAY_MS = 86_400_000;

/** A simulated carrier: who may call, what happens to cards, and when. Each carrier adds its own wire protocol. */
export class CardCarrier<Settings extends AccountSettings> {
  readonly nature: CarrierNature<Settings>;
  readonly world: CardWorld<Settings>;
  readonly seed: number;
  readonly #clock: WorldClock;
  readonly #journal: (event: CardEvent<Settings>) => void;
  readonly #gates = new Map<string, CallGate>();

  constructor(
    nature: CarrierNature<Settings>,
    tools: {
      readonly clock: WorldClock;
      readonly seed: number;
      readonly journal: (event: CardEvent<Settings>) => void;
    },
  ) {
    this.nature = nature;
    this.world = new CardWorld(nature);
    this.#clock = tools.clock;
    this.seed = tools.seed;
    this.#journal = tools.journal;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  /** Applies everything that is due. Called before every access, so no timer is needed. */
  settle(): void {
    const nowMs = this.nowMs();
    for (;;) {
      const asked = this.world.due.nextDue(nowMs);
      if (!asked) return;
      this.#fulfil(asked, asked.dueMs);
    }
  }

  /** Opens an account, or changes the one with this name. */
  openAccount({ secret, ...given }: NewAccount<Settings>): AccountOf<Settings> {
    const { place: _, ...before } = this.world.account(given.username) ?? { place: null };
    const settings = {
      ...this.nature.settings(this.world.accounts().length),
      ...before,
      ...withoutUndefined(given),
      keyHash: keyHash(secret),
      ...(this.nature.keepsSecret ? { signingSecret: secret } : {}),
    } as unknown as Settings;
    this.#record({ type: 'account', ...settings });
    return this.world.account(given.username)!;
  }

  /** Changes how an account behaves; undefined when there is none of this name. */
  changeAccount(username: string, settings: Partial<OwnSettings<Settings>>): AccountOf<Settings> | undefined {
    const known = this.world.account(username);
    if (!known) return undefined;
    const { place: _, ...before } = known;
    this.#record({ type: 'account', ...(before as unknown as Settings), ...withoutUndefined(settings) });
    return this.world.account(username);
  }

  /** Adds devices to an account's inventory; known ICCIDs stay unchanged and are not counted. */
  addDevices(devices: NewDevices): number {
    const before = this.world.devices.size;
    const batch = this.#batchOf(devices);
    if ('iccids' in devices) this.#record({ type: 'devices', batch, iccids: devices.iccids });
    else this.#record({ type: 'range', batch, from: devices.from, count: devices.count });
    return this.world.devices.size - before;
  }

  /** Tells the carrier identifiers it would otherwise derive from the ICCID. */
  setIdentity(iccid: string, identity: KnownIdentity): void {
    this.#record({ type: 'identity', iccid, identity });
  }

  /** Changes a device as the platform asked. */
  edit(edit: Edit): EditOutcome {
    const { row, changes, by, times } = edit;
    const account = this.world.accountOf(row);
    const iccid = this.world.devices.iccid(row);
    const refused = this.#forbidden(row, changes);
    if (refused) {
      this.refuse(iccid);
      return refused;
    }
    const nowMs = this.nowMs();
    const startMs = Math.max(edit.effectiveMs ?? nowMs, nowMs);
    const dueMs = account.confirmAfterMs === null ? null : startMs + account.confirmAfterMs;
    const isLater = dueMs === null || dueMs > nowMs;
    if (times === 'never') return isLater || edit.isOrdered ? { kind: 'later', asked: null } : { kind: 'done' };
    const asked = isLater || edit.isOrdered ? this.#ask(iccid, changes, dueMs, 'api', by) : null;
    if (asked === null) this.#carryOut(iccid, changes, nowMs, 'api', by);
    // The repetition takes effect at the next access, even if it is due immediately.
    if (times !== 'once') this.#ask(iccid, changes, dueMs === null ? null : dueMs + times.againAfterMs, 'api', by);
    return asked === null ? { kind: 'done' } : { kind: 'later', asked };
  }

  /** Numbers the changes requested with `isOrdered`, and applies those that are due. */
  noteOrder(username: string, kind: string, lines: readonly OrderLine[]): string {
    const number = `${kind}${String(this.world.orders.size + 1).padStart(8, '0')}`;
    this.#record({ type: 'ordered', order: { number, username, kind, atMs: this.nowMs(), lines } });
    this.settle();
    return number;
  }

  /** Records a refused request. */
  refuse(iccid: string): void {
    this.#record({ type: 'refused', iccid, atMs: this.nowMs() });
  }

  /**
   * Changes a device from outside: somebody else at the carrier, or the network. No transition table applies. Returns unknown
   * ICCIDs.
   */
  changeFromOutside(
    iccids: readonly string[],
    changes: readonly FieldChange[],
    origin: 'foreign' | 'network',
    by: string,
  ): string[] {
    const unknown: string[] = [];
    for (const iccid of iccids) {
      if (this.world.devices.rowOf(iccid) === undefined) unknown.push(iccid);
      else this.#carryOut(iccid, changes, this.nowMs(), origin, by);
    }
    return unknown;
  }

  /** Applies held changes now: all of them, or those of some devices. */
  release(iccids?: readonly string[]): number {
    const wanted = iccids && new Set(iccids);
    const held = [...this.world.due.all()].filter(
      ({ dueMs, iccid }) => dueMs === null && (!wanted || wanted.has(iccid)),
    );
    for (const { id } of held) this.#record({ type: 'released', id, dueMs: this.nowMs() });
    this.settle();
    return held.length;
  }

  askedOf(iccid: string): AskedChange[] {
    return [...this.world.due.all()].filter((asked) => asked.iccid === iccid);
  }

  effects(iccid: string): Effects {
    this.settle();
    return effectsOf(this.world, iccid);
  }

  sendSms(row: number, text: string, sender: string, times: 1 | 2): SmsMessage {
    const iccid = this.world.devices.iccid(row);
    const isReached = this.world.statuses.activated.includes(this.world.devices.status(row));
    const outcome = isReached ? 'Delivered' : 'Failed';
    const first = this.#addSms(iccid, 'MT', text, sender, outcome);
    if (times === 2) this.#addSms(iccid, 'MT', text, sender, outcome);
    return first;
  }

  receiveSms(iccid: string, text: string): SmsMessage {
    return this.#addSms(iccid, 'MO', text, 'Mobile Device', 'Received');
  }

  /** `Pending` until a message could have arrived. */
  smsStatus(message: SmsMessage): string {
    return message.direction === 'MT' && this.nowMs() < message.atMs + SMS_JOURNEY_MS ? 'Pending' : message.outcome;
  }

  /** Puts usage on a card that it did not use by itself. */
  addUsage(
    iccid: string,
    usage: {
      readonly dataBytes?: number | undefined;
      readonly sms?: number | undefined;
      readonly voiceSeconds?: number | undefined;
    },
  ): void {
    const { dataBytes = 0, sms = 0, voiceSeconds = 0 } = usage;
    this.#record({ type: 'usage', iccid, atMs: this.nowMs(), dataBytes, sms, voiceSeconds });
  }

  /** Sets what cards have used so far; from now on their usage follows their profile. */
  tellUsed(cards: readonly CountedCard[]): void {
    if (cards.length > 0) this.#record({ type: 'counted', atMs: this.nowMs(), cards });
  }

  /** Brings a card online, or takes it off until it is brought online again. */
  setSession(iccid: string, open: boolean): void {
    this.#record({ type: 'session', iccid, atMs: this.nowMs(), open });
  }

  gate(username: string): CallGate {
    const gate = this.#gates.get(username) ?? new CallGate();
    this.#gates.set(username, gate);
    return gate;
  }

  calls(): Record<string, CallFigures> {
    return Object.fromEntries(this.world.accounts().map(({ username }) => [username, this.gate(username).figures()]));
  }

  forgetCalls(): void {
    for (const gate of this.#gates.values()) gate.reset();
  }

  /** What the card used in [fromMs, toMs); up to the present it includes what was added within this very millisecond. */
  usage(row: number, fromMs: number, toMs: number): Usage {
    const nowMs = this.nowMs();
    return usageBetween(this.world, row, this.seed, fromMs, toMs < nowMs ? toMs : nowMs + 1);
  }

  /** The current or latest session, or nothing when the card never had one. */
  session(row: number): Session | undefined {
    return sessionAt(this.world, row, this.seed, this.nowMs());
  }

  /** Where the network saw the card last, newest first; a card that was never active was never seen. */
  places(row: number, limit: number): Place[] {
    const activatedMs = this.world.devices.activatedMs(row);
    if (Number.isNaN(activatedMs)) return [];
    return placesBetween(this.world.devices.iccid(row), this.seed, activatedMs, this.nowMs(), limit);
  }

  #record(event: CardEvent<Settings>): void {
    this.#journal(event);
    this.world.apply(event);
  }

  #batchOf(devices: NewDevices): DeviceBatch {
    if (!this.world.account(devices.account)) throw new Error(`No account ${devices.account} at this carrier`);
    const nowMs = this.nowMs();
    const { activated } = this.world.statuses;
    const status = devices.status ?? activated[0];
    const wasActive = activated.includes(status) || devices.activatedAt !== undefined;
    const activatedMs = wasActive ? (devices.activatedAt?.getTime() ?? nowMs) : null;
    return {
      username: devices.account,
      status,
      ratePlan: devices.ratePlan ?? this.nature.plans.ratePlan,
      communicationPlan: devices.communicationPlan ?? this.nature.plans.communicationPlan,
      addedMs: devices.addedAt?.getTime() ?? Math.min(nowMs, activatedMs ?? nowMs) - DAY_MS,
      activatedMs,
      sinceMs: devices.since?.getTime() ?? activatedMs ?? nowMs,
    };
  }

  #forbidden(row: number, changes: readonly FieldChange[]): Extract<EditOutcome, { kind: 'refused' }> | undefined {
    const to = changes.find(({ field }) => field === 'status')?.value;
    if (to === undefined || !this.world.statuses.words.includes(to)) return undefined;
    const from = this.world.devices.status(row);
    return from === to || this.world.statuses.mayBecome(from, to) ? undefined : { kind: 'refused', from, to };
  }

  #ask(iccid: string, changes: readonly FieldChange[], dueMs: number | null, origin: ChangeOrigin, by: string): number {
    const id = this.world.due.nextId();
    this.#record({ type: 'asked', id, iccid, changes, dueMs, origin, by });
    return id;
  }

  #fulfil(asked: AskedChange, atMs: number): void {
    const row = this.world.devices.rowOf(asked.iccid);
    if (row === undefined || this.#forbidden(row, asked.changes)) {
      this.#record({ type: 'lapsed', id: asked.id });
      return;
    }
    this.#carryOut(asked.iccid, asked.changes, atMs, asked.origin, asked.by, asked.id);
  }

  /** Applies the change, except values that already hold: setting a status twice has no effect and is counted as such. */
  #carryOut(
    iccid: string,
    changes: readonly FieldChange[],
    atMs: number,
    origin: ChangeOrigin,
    by: string,
    asked?: number,
  ): void {
    const row = this.world.devices.rowOf(iccid)!;
    const real = changes.filter(({ field, value }) => this.world.field(row, field) !== value);
    if (
      origin === 'api' &&
      changes.some(({ field }) => field === 'status') &&
      !real.some(({ field }) => field === 'status')
    ) {
      this.#record({ type: 'repeated', iccid, atMs });
    }
    if (real.length === 0) {
      if (asked !== undefined) this.#record({ type: 'lapsed', id: asked, isSo: true });
      return;
    }
    this.#record({ type: 'changed', iccid, changes: real, atMs, origin, by, asked });
    const { firstAttachMs } = this.world.accountOf(row);
    const status = real.find(({ field }) => field === 'status')?.value;
    const attached = status === undefined ? undefined : this.world.statuses.attaches[status];
    if (firstAttachMs !== null && attached !== undefined) {
      this.#ask(iccid, [{ field: 'status', value: attached }], atMs + firstAttachMs, 'network', 'network');
    }
  }

  #addSms(
    iccid: string,
    direction: 'MO' | 'MT',
    text: string,
    sender: string,
    outcome: SmsMessage['outcome'],
  ): SmsMessage {
    const message: SmsMessage = {
      id: this.world.nextMessageId(),
      iccid,
      direction,
      text,
      sender,
      atMs: this.nowMs(),
      outcome,
    };
    this.#record({ type: 'sms', message });
    return message;
  }
}

/** A setting of undefined is ignored. */
function withoutUndefined<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}
