import type { WorldClock } from '../worldClock.ts';
import type { Chip, ChipOperation, EsimAccount, EsimEvent, Notice, OperationKind, Step } from './esimEvents.ts';
import type { EsimWorld } from './esimWorld.ts';
import { CODES } from './statusCodes.ts';

/** EuiccEvents of SGP.32 that a chip reports, by their numbers. */
export const CHIP_EVENTS = { fallback: 1, local: 3, reset: 4, deviceChange: 6 } as const;
export type ChipEvent = keyof typeof CHIP_EVENTS;

/** Points of China Mobile International; those above 100 are its own. */
export const POINTS = {
  eligibility: 1,
  failure: 2,
  download: 3,
  installation: 4,
  deleted: 5,
  enabled: 101,
  disabled: 102,
} as const;

const codeText = ({ subjectCode, reasonCode }: { subjectCode: string; reasonCode: string }) =>
  `${subjectCode}/${reasonCode}`;

/**
 * What chips do by themselves: download released profiles, execute operations of the eIM, fall back when a new profile finds no
 * network, and react to their device. A chip does one thing at a time, and only online.
 */
export class ChipLife {
  readonly #world: EsimWorld;
  readonly #clock: WorldClock;
  readonly #record: (event: EsimEvent) => void;

  constructor(world: EsimWorld, clock: WorldClock, record: (event: EsimEvent) => void) {
    this.#world = world;
    this.#clock = clock;
    this.#record = record;
  }

  /** Applies everything that is due. */
  settle(): void {
    for (;;) {
      const step = this.#world.nextDue(this.#clock.nowMs());
      if (!step) return;
      this.#record({ type: 'stepDone', id: step.id });
      const chip = this.#world.chips.get(step.eid);
      if (chip) this.#take(step, chip);
    }
  }

  /** Starts a chip's next operation if it is online and idle. */
  wake(eid: string, atMs = this.#clock.nowMs()): void {
    const chip = this.#world.chips.get(eid);
    const account = chip && this.#world.accounts.get(chip.requesterId);
    if (!chip?.isOnline || !account || this.#world.stepsOf(eid).length > 0) return;
    const operation = this.#world.waitingOperation(eid);
    const [released] = this.#world.waitingFor(eid);
    if (operation) this.#plan(eid, atMs + account.operationMs, 'operation', String(operation.id));
    else if (released) this.#plan(eid, atMs + account.downloadAfterMs, 'eligibility', released.iccid);
  }

  /** Brings a device online or offline; a started operation continues when it is back online. */
  setOnline(eid: string, isOnline: boolean): void {
    this.#record({ type: 'chip', eid, isOnline });
    this.#tellNetwork(eid);
    if (isOnline) this.wake(eid);
    else for (const id of this.#world.stepsOf(eid)) this.#record({ type: 'stepDone', id });
  }

  /** Moves a device to another network, which its eIM learns at the next poll. */
  move(eid: string, plmn: string | null): void {
    this.#record({ type: 'chip', eid, plmn });
    this.#tellNetwork(eid);
  }

  /** Requests an operation of a chip; a repeated call is the same operation. */
  order(
    account: EsimAccount,
    asked: { eid: string; kind: OperationKind; iccid: string | null; callId: string },
  ): ChipOperation {
    const known = this.#world.operationOfCall(account.requesterId, asked.callId);
    if (known) return known;
    const operation: ChipOperation = {
      ...asked,
      id: this.#world.nextId(),
      requesterId: account.requesterId,
      state: 'waiting',
      code: null,
      endedMs: null,
      list: null,
    };
    this.#record({ type: 'operation', operation });
    this.wake(asked.eid);
    return operation;
  }

  /** A local event at the device that nobody ordered. False if the chip has no profile it could affect. */
  happen(chip: Chip, event: ChipEvent, imei: string | null): boolean {
    const atMs = this.#clock.nowMs();
    const cause = CHIP_EVENTS[event];
    const enabled = chip.profiles.find(({ isEnabled }) => isEnabled);
    switch (event) {
      case 'fallback': {
        if (chip.fallbackIccid === null || enabled?.iccid === chip.fallbackIccid) return false;
        this.#enable(chip, chip.fallbackIccid, atMs, cause);
        return true;
      }
      case 'local': {
        const other = chip.profiles.find(({ isEnabled }) => !isEnabled);
        if (!other) return false;
        this.#enable(chip, other.iccid, atMs, cause);
        return true;
      }
      case 'reset': {
        for (const { iccid } of chip.profiles) this.#tell(chip, iccid, POINTS.deleted, atMs, { cause });
        this.#record({ type: 'chip', eid: chip.eid, profiles: [], fallbackIccid: null });
        return chip.profiles.length > 0;
      }
      case 'deviceChange': {
        this.#record({ type: 'chip', eid: chip.eid, imei });
        if (!enabled) return false;
        this.#tell({ ...chip, imei }, enabled.iccid, POINTS.enabled, atMs, { cause });
        return true;
      }
    }
  }

  #take(step: Step, chip: Chip): void {
    switch (step.what) {
      case 'eligibility':
      case 'download':
      case 'install':
        this.#download(step, chip);
        return;
      case 'operation':
        this.#operate(step, chip);
        return;
      case 'rollback': {
        const operation = this.#world.operations.get(Number(step.subject));
        if (operation?.state === 'waiting') this.#end(operation, 'rolledBack', step.dueMs, 'networkTimeout');
        this.wake(chip.eid, step.dueMs);
      }
    }
  }

  #download(step: Step, chip: Chip): void {
    const { dueMs: atMs, subject: iccid } = step;
    const profile = this.#world.profiles.get(iccid);
    const account = this.#world.accounts.get(chip.requesterId);
    const isWanted = profile?.eid === chip.eid && (profile.state === 'Released' || profile.state === 'Downloaded');
    if (!profile || !account || !isWanted) {
      this.wake(chip.eid, atMs);
      return;
    }
    const later = (what: Step['what']) => this.#plan(chip.eid, atMs + account.stepMs, what, iccid);
    const fail = (point: number, code: string) => {
      this.#record({ type: 'profile', iccid, state: 'Error' });
      this.#record({ type: 'chip', eid: chip.eid, failsWith: null });
      this.#tell(chip, iccid, point, atMs, { failedWith: code });
      this.wake(chip.eid, atMs);
    };
    const isFull = chip.profiles.length >= chip.slots;
    if (step.what === 'eligibility' && chip.failsWith !== null) fail(POINTS.failure, chip.failsWith);
    else if (step.what === 'eligibility') {
      this.#tell(chip, iccid, POINTS.eligibility, atMs);
      later('download');
    } else if (step.what === 'download') {
      this.#record({ type: 'profile', iccid, state: 'Downloaded' });
      this.#tell(chip, iccid, POINTS.download, atMs);
      later('install');
    } else if (isFull) fail(POINTS.installation, codeText(CODES.noMemory));
    else {
      this.#record({ type: 'profile', iccid, state: 'Installed' });
      this.#record({ type: 'chip', eid: chip.eid, profiles: [...chip.profiles, { iccid, isEnabled: false }] });
      this.#tell(chip, iccid, POINTS.installation, atMs);
      this.wake(chip.eid, atMs);
    }
  }

  #operate(step: Step, chip: Chip): void {
    const { dueMs: atMs } = step;
    const operation = this.#world.operations.get(Number(step.subject));
    const account = this.#world.accounts.get(chip.requesterId);
    if (operation?.state !== 'waiting' || !account) {
      this.wake(chip.eid, atMs);
      return;
    }
    const { iccid, kind } = operation;
    const own = chip.profiles.find((profile) => profile.iccid === iccid);
    if (kind === 'list') this.#end(operation, 'done', atMs);
    else if (iccid === null || !own) this.#end(operation, 'failed', atMs, codeText(CODES.unknownProfile));
    else if (kind === 'enable') {
      if (this.#world.profiles.get(iccid)?.hasNetwork === false) {
        this.#plan(chip.eid, atMs + account.rollbackMs, 'rollback', step.subject);
        return;
      }
      this.#enable(chip, iccid, atMs, null);
      this.#end(operation, 'done', atMs);
    } else if (kind === 'disable') {
      this.#record({ type: 'chip', eid: chip.eid, profiles: withEnabled(chip, own.isEnabled ? null : undefined) });
      if (own.isEnabled) this.#tell(chip, iccid, POINTS.disabled, atMs);
      this.#end(operation, 'done', atMs);
    } else if (kind === 'setFallback') {
      this.#record({ type: 'chip', eid: chip.eid, fallbackIccid: iccid });
      this.#end(operation, 'done', atMs);
    } else if (own.isEnabled || chip.fallbackIccid === iccid) {
      // SGP.32: an enabled profile, or the one with the fallback attribute, is not deleted. The code is assumed.
      this.#end(operation, 'failed', atMs, '8.2.1/3.5');
    } else {
      this.#record({ type: 'chip', eid: chip.eid, profiles: chip.profiles.filter((each) => each !== own) });
      this.#tell(chip, iccid, POINTS.deleted, atMs);
      this.#end(operation, 'done', atMs);
    }
    this.wake(chip.eid, atMs);
  }

  #enable(chip: Chip, iccid: string, atMs: number, cause: number | null): void {
    const before = chip.profiles.find(({ isEnabled }) => isEnabled);
    if (before?.iccid === iccid) return;
    this.#record({ type: 'chip', eid: chip.eid, profiles: withEnabled(chip, iccid) });
    if (before) this.#tell(chip, before.iccid, POINTS.disabled, atMs, { cause });
    this.#tell(chip, iccid, POINTS.enabled, atMs, { cause });
  }

  #end(operation: ChipOperation, state: ChipOperation['state'], endedMs: number, code: string | null = null): void {
    const chip = this.#world.chips.get(operation.eid);
    const list =
      operation.kind === 'list' && chip
        ? {
            freeSlots: chip.slots - chip.profiles.length,
            fallbackIccid: chip.fallbackIccid,
            profiles: chip.profiles,
          }
        : null;
    this.#record({ type: 'operation', operation: { ...operation, state, code, endedMs, list } });
  }

  #plan(eid: string, dueMs: number, what: Step['what'], subject: string): void {
    this.#record({ type: 'planned', step: { id: this.#world.nextId(), eid, dueMs, what, subject } });
  }

  /** Nothing is reported for a device without a network. */
  #tellNetwork(eid: string): void {
    const chip = this.#world.chips.get(eid);
    if (!chip?.plmn) return;
    const notice: Notice = {
      id: this.#world.nextId(),
      requesterId: chip.requesterId,
      iccid: '',
      eid,
      profileType: '',
      point: 0,
      failedWith: null,
      cause: null,
      imei: chip.imei,
      atMs: this.#clock.nowMs(),
      network: { plmn: chip.isOnline ? chip.plmn : null },
    };
    this.#record({ type: 'notice', notice });
  }

  #tell(
    chip: Chip,
    iccid: string,
    point: number,
    atMs: number,
    more: { failedWith?: string; cause?: number | null } = {},
  ): void {
    const notice: Notice = {
      id: this.#world.nextId(),
      requesterId: chip.requesterId,
      iccid,
      eid: chip.eid,
      profileType: this.#world.profiles.get(iccid)?.profileType ?? 'unknown',
      point,
      failedWith: more.failedWith ?? null,
      cause: more.cause ?? null,
      imei: chip.imei,
      atMs,
    };
    this.#record({ type: 'notice', notice });
  }
}

/** The chip's profiles with this one enabled and no other; null: none; undefined: as they are. */
const withEnabled = (chip: Chip, iccid: string | null | undefined) =>
  iccid === undefined
    ? chip.profiles
    : chip.profiles.map((profile) => ({ ...profile, isEnabled: profile.iccid === iccid }));
