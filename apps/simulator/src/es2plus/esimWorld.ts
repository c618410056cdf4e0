import type { Chip, ChipOperation, EsimAccount, EsimEvent, Notice, Profile, Step } from './esimEvents.ts';

/** Answers are looked up by requester, function and identifier. */
const answerKey = (requesterId: string, name: string, callId: string) => `${requesterId}\n${name}\n${callId}`;

/** The state of SM-DP+, eIM and chips. Only `apply` changes it. */
export class EsimWorld {
  readonly accounts = new Map<string, EsimAccount>();
  readonly profiles = new Map<string, Profile>();
  readonly chips = new Map<string, Chip>();
  readonly operations = new Map<number, ChipOperation>();
  readonly notices = new Map<number, Notice>();
  readonly #answers = new Map<string, Extract<EsimEvent, { type: 'answered' }>>();
  readonly #steps = new Map<number, Step>();
  /** By due time; entries missing in `#steps` are skipped. */
  #queue: Step[] = [];
  // Indexes for the lookups of every call, so that a large world is never scanned.
  readonly #free = new Map<string, Set<string>>();
  readonly #iccidsOfChip = new Map<string, Set<string>>();
  readonly #iccidOfMatching = new Map<string, string>();
  readonly #typeOwners = new Map<string, string>();
  readonly #operationOfCall = new Map<string, number>();
  readonly #waitingOfChip = new Map<string, Set<number>>();
  readonly #stepsOfChip = new Map<string, Set<number>>();
  #lastId = 0;

  apply(event: EsimEvent): void {
    switch (event.type) {
      case 'account': {
        const { type: _, ...account } = event;
        this.accounts.set(account.requesterId, account);
        return;
      }
      case 'profiles':
        for (const profile of event.profiles) this.#put(profile);
        return;
      case 'profile': {
        const { type: _, ...changes } = event;
        const before = this.profiles.get(event.iccid);
        if (before) this.#put({ ...before, ...changes });
        return;
      }
      case 'chip': {
        const { type: _, ...changes } = event;
        this.chips.set(event.eid, { ...NEW_CHIP, ...this.chips.get(event.eid), ...changes });
        return;
      }
      case 'answered':
        this.#answers.set(answerKey(event.requesterId, event.name, event.callId), event);
        return;
      case 'operation':
        this.#putOperation(event.operation);
        return;
      case 'planned':
        this.#putStep(event.step);
        return;
      case 'stepDone': {
        const step = this.#steps.get(event.id);
        if (step) this.#stepsOfChip.get(step.eid)?.delete(step.id);
        this.#steps.delete(event.id);
        return;
      }
      case 'notice':
        this.#lastId = Math.max(this.#lastId, event.notice.id);
        this.notices.set(event.notice.id, event.notice);
        return;
      case 'noticeGone':
        this.notices.delete(event.id);
    }
  }

  /** The shortest list of events that produces this world. */
  *events(): Generator<EsimEvent> {
    for (const account of this.accounts.values()) yield { type: 'account', ...account };
    yield { type: 'profiles', profiles: [...this.profiles.values()] };
    for (const chip of this.chips.values()) yield { type: 'chip', ...chip };
    yield* this.#answers.values();
    for (const operation of this.operations.values()) yield { type: 'operation', operation };
    for (const step of this.#steps.values()) yield { type: 'planned', step };
    for (const notice of this.notices.values()) yield { type: 'notice', notice };
  }

  nextId(): number {
    return this.#lastId + 1;
  }

  /** The earlier answer to this call; undefined if it is new. */
  answerTo(requesterId: string, name: string, callId: string): unknown {
    return this.#answers.get(answerKey(requesterId, name, callId))?.body;
  }

  /** The owner of profiles of this type; undefined for an unknown type. */
  ownerOfType(profileType: string): string | undefined {
    return this.#typeOwners.get(profileType);
  }

  freeProfile(profileType: string): Profile | undefined {
    const iccid = this.#free.get(profileType)?.values().next().value;
    return iccid === undefined ? undefined : this.profiles.get(iccid);
  }

  profileOfMatching(matchingId: string): string | undefined {
    return this.#iccidOfMatching.get(matchingId);
  }

  stock(): Record<string, number> {
    return Object.fromEntries([...this.#free].map(([type, iccids]) => [type, iccids.size]));
  }

  /** Profiles waiting for a download, including interrupted ones. */
  waitingFor(eid: string): Profile[] {
    return [...(this.#iccidsOfChip.get(eid) ?? [])].flatMap((iccid) => {
      const profile = this.profiles.get(iccid);
      return profile && (profile.state === 'Released' || profile.state === 'Downloaded') ? [profile] : [];
    });
  }

  operationOfCall(requesterId: string, callId: string): ChipOperation | undefined {
    const id = this.#operationOfCall.get(`${requesterId}\n${callId}`);
    return id === undefined ? undefined : this.operations.get(id);
  }

  /** A chip's oldest open operation. */
  waitingOperation(eid: string): ChipOperation | undefined {
    const first = this.#waitingOfChip.get(eid)?.values().next().value;
    return first === undefined ? undefined : this.operations.get(first);
  }

  stepsOf(eid: string): readonly number[] {
    return [...(this.#stepsOfChip.get(eid) ?? [])];
  }

  /** The earliest due step, in planning order within one moment; it stays until it is done. */
  nextDue(nowMs: number): Step | undefined {
    for (let head = this.#queue[0]; head; head = this.#queue[0]) {
      if (this.#steps.has(head.id)) return head.dueMs <= nowMs ? head : undefined;
      this.#queue.shift();
    }
    return undefined;
  }

  #put(profile: Profile): void {
    const { iccid, profileType, state, eid, matchingId } = profile;
    const before = this.profiles.get(iccid);
    if (before) {
      this.#free.get(before.profileType)?.delete(iccid);
      if (before.eid !== null) this.#iccidsOfChip.get(before.eid)?.delete(iccid);
      if (before.matchingId !== null) this.#iccidOfMatching.delete(before.matchingId);
    }
    this.profiles.set(iccid, profile);
    if (!this.#typeOwners.has(profileType)) this.#typeOwners.set(profileType, profile.requesterId);
    if (state === 'Available') addTo(this.#free, profileType, iccid);
    if (eid !== null) addTo(this.#iccidsOfChip, eid, iccid);
    if (matchingId !== null) this.#iccidOfMatching.set(matchingId, iccid);
  }

  #putOperation(operation: ChipOperation): void {
    const { id, eid, requesterId, callId, state } = operation;
    this.#lastId = Math.max(this.#lastId, id);
    this.operations.set(id, operation);
    this.#operationOfCall.set(`${requesterId}\n${callId}`, id);
    if (state === 'waiting') addTo(this.#waitingOfChip, eid, id);
    else this.#waitingOfChip.get(eid)?.delete(id);
  }

  #putStep(step: Step): void {
    this.#lastId = Math.max(this.#lastId, step.id);
    this.#steps.set(step.id, step);
    addTo(this.#stepsOfChip, step.eid, step.id);
    // Delays are mostly equal, so the insert position is at or near the end.
    let place = this.#queue.length;
    while (place > 0 && (this.#queue[place - 1] as Step).dueMs > step.dueMs) place -= 1;
    this.#queue.splice(place, 0, step);
  }
}

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}

const NEW_CHIP: Omit<Chip, 'eid'> = {
  requesterId: '',
  architecture: 'iot',
  isOnline: true,
  imei: null,
  slots: 8,
  fallbackIccid: null,
  profiles: [],
  failsWith: null,
};
