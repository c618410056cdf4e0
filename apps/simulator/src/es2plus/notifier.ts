import { setTimeout as pause } from 'node:timers/promises';
import type { Surroundings } from '../carrier.ts';
import type { EsimAccount, EsimEvent, Notice } from './esimEvents.ts';
import type { EsimWorld } from './esimWorld.ts';
import { onWire } from './smdp.ts';
import { codeOf } from './statusCodes.ts';

export const ADMIN_PROTOCOL = 'gsma/rsp/v2.2.0';
export const PROGRESS_PATH = '/gsma/rsp2/es2plus/handleDownloadProgressInfo';
/** Of the eIM's own facade: SGP.32 leaves its north side open. */
const NETWORK_PATH = '/eim/networkReport';

/** The delivery interval; the world itself needs no timer, but notifications do. */
const LOOK_EVERY_MS = 200;
/** The first retry delay of a refused notification; it doubles up to five minutes. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;
const ANSWER_WITHIN_MS = 5_000;
const AT_ONCE = 16;

/**
 * Delivers progress notifications to the operators, oldest first. Pending ones survive a restart, so an operator may get one
 * twice. Faults see each as the operation `notify<point>`: `swallow` loses it, `duplicate` sends it twice, `slow` lets later
 * ones overtake it.
 */
export class Notifier {
  readonly #world: EsimWorld;
  readonly #surroundings: Surroundings;
  readonly #record: (event: EsimEvent) => void;
  readonly #settle: () => void;
  readonly #underway = new Set<number>();
  readonly #retryAt = new Map<number, { readonly atMs: number; readonly waitMs: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tools: {
    readonly world: EsimWorld;
    readonly surroundings: Surroundings;
    readonly record: (event: EsimEvent) => void;
    readonly settle: () => void;
  }) {
    this.#world = tools.world;
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
    const nowMs = this.#surroundings.clock.baseMs();
    for (const notice of this.#world.notices.values()) {
      if (this.#underway.size >= AT_ONCE) return;
      if (this.#underway.has(notice.id) || (this.#retryAt.get(notice.id)?.atMs ?? 0) > nowMs) continue;
      this.#underway.add(notice.id);
      void this.#carry(notice).finally(() => this.#underway.delete(notice.id));
    }
  }

  async #carry(notice: Notice): Promise<void> {
    const account = this.#world.accounts.get(notice.requesterId);
    const { delayMs, fault } = this.#surroundings.faults.strike({
      carrier: 'es2plus',
      account: notice.requesterId,
      operation: notice.network ? 'notifyNetwork' : `notify${notice.point}`,
      subject: notice.iccid,
    });
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
    const isLost = fault?.kind === 'swallow' || !account?.notifyUrl;
    const times = fault?.kind === 'duplicate' ? 2 : 1;
    for (let time = 0; !isLost && time < times; time++) {
      if (!(await told(account, notice))) return this.#retryLater(notice.id);
    }
    this.#retryAt.delete(notice.id);
    this.#record({ type: 'noticeGone', id: notice.id });
  }

  #retryLater(id: number): void {
    const waitMs = Math.min((this.#retryAt.get(id)?.waitMs ?? FIRST_RETRY_MS / 2) * 2, LONGEST_RETRY_MS);
    this.#retryAt.set(id, { atMs: this.#surroundings.clock.baseMs() + waitMs, waitMs });
  }
}

async function told(account: EsimAccount, notice: Notice): Promise<boolean> {
  const path = notice.network ? NETWORK_PATH : PROGRESS_PATH;
  const answer = await fetch(`${(account.notifyUrl ?? '').replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-protocol': ADMIN_PROTOCOL },
    body: JSON.stringify(notice.network ? networkOf(notice, notice.network) : bodyOf(account, notice)),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined);
  return answer?.status === 204 || answer?.status === 200;
}

/** The network that an eIM reports from a device's polls; the format is assumed. */
const networkOf = (notice: Notice, { plmn }: { plmn: string | null }): object => ({
  eid: notice.eid,
  rPlmn: plmn,
  timestamp: new Date(notice.atMs).toISOString(),
  ...(notice.imei === null ? {} : { imei: notice.imei }),
});

/** The body of SGP.22 §5.3.5. The event of the chip as Base64 JSON in `resultData` is assumed. */
function bodyOf(account: EsimAccount, notice: Notice): object {
  const code = notice.failedWith === null ? undefined : codeOf(notice.failedWith);
  return {
    header: { functionRequesterIdentifier: account.notifierId, functionCallIdentifier: `N-${notice.id}` },
    eid: notice.eid,
    iccid: onWire(notice.iccid),
    profileType: notice.profileType,
    timestamp: new Date(notice.atMs).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    notificationPointId: notice.point,
    notificationPointStatus: code
      ? {
          status: 'Failed',
          statusCodeData: { subjectCode: code.subjectCode, reasonCode: code.reasonCode, message: code.message },
        }
      : { status: 'Executed-Success' },
    ...(notice.cause === null
      ? {}
      : { resultData: Buffer.from(JSON.stringify({ euiccEvent: notice.cause })).toString('base64') }),
    ...(notice.imei === null ? {} : { imei: notice.imei }),
  };
}
