import { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { cycleOf } from '@cardinal/primitives/cycle.ts';
import { eidCheckDigits } from '@cardinal/primitives/eid.ts';
import { luhnDigit } from '@cardinal/primitives/iccid.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, momentIn, wallTimeIn } from '@cardinal/primitives/zone.ts';
import type { Chance } from './demoChance.ts';
import type { StaffedLine } from './demoLines.ts';

/** A demo card with the facts its history is built from. */
export type DemoCard = {
  readonly id: string;
  readonly iccid: string;
  readonly line: StaffedLine;
  readonly accountId: string;
  readonly kind: number;
  readonly size: number;
  readonly customerId: string;
  readonly status: string;
  readonly lifecycle: string;
  readonly stopReasons: readonly number[];
  readonly isAsleep: boolean;
  readonly realNamed: boolean;
  readonly businessNumber: string | null;
  readonly mappingNumber: string | null;
  readonly imsi: string | null;
  readonly imei: string | null;
  readonly eid: string | null;
  readonly remark: string | null;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  /** When it entered its present status. */
  readonly since: Date;
  readonly servicePeriodEnd: Date | null;
  readonly packageName: string | null;
  readonly packageEndsAt: Date | null;
  readonly flowTotal: bigint | null;
  readonly flowUsed: bigint | null;
  readonly usedToday: bigint | null;
  readonly onlineState: number;
  readonly lastSessionAt: Date | null;
  readonly lastSyncAt: Date;
};

export type Batch = {
  readonly customerId: string;
  readonly line: StaffedLine;
  readonly count: number;
  readonly createdAt: Date;
};

const MB = 1_048_576n;
const PACKAGES: readonly (readonly [Text, bigint, number])[] = [
  [text('30MB 月包', '30 MB monthly'), 30n * MB, 30],
  [text('100MB 月包', '100 MB monthly'), 100n * MB, 34],
  [text('500MB 月包', '500 MB monthly'), 500n * MB, 16],
  [text('1GB 月包', '1 GB monthly'), 1_024n * MB, 12],
  [text('10GB 季包', '10 GB quarterly'), 10_240n * MB, 5],
  [text('30GB 年包', '30 GB yearly'), 30_720n * MB, 3],
];
const REMARKS = [
  text('3号仓备用', 'Spare, warehouse 3'),
  text('客户自提', 'Collected by customer'),
  text('样机测试', 'Prototype test'),
  text('已换新设备', 'Device replaced'),
  text('待回收', 'To be returned'),
  text('车间二线', 'Workshop line 2'),
  text('冷链一期', 'Cold chain, phase 1'),
  text('门店POS', 'Shop till'),
  text('老客户续用', 'Returning customer'),
];

const { manual, arrears, realName, imei: imeiReason, outOfRegion } = StopReason.values;

/** Midnight in Shanghai, `days` from now: packages end at midnight. */
export function midnight(now: Date, days: number): Date {
  const { year, month, day } = wallTimeIn(DEFAULT_ZONE, new Date(now.getTime() + days * DAY_MS));
  return momentIn(DEFAULT_ZONE, { year, month, day, hour: 0, minute: 0, second: 0 });
}

/**
 * Some carriers report megabytes with two decimals. Usage is therefore generated in steps they can express, so that both sides
 * agree.
 */
const GRAIN = 262_144n;
const NB_GRAIN = 1_024n;
const grained = (bytes: bigint, grain: bigint): bigint => (bytes / grain) * grain;

/** MCC and MNC of each carrier's own network, the prefix of its cards' IMSIs. */
const HOME_NETWORKS: Readonly<Record<number, string>> = {
  [Platform.values.Lt]: '46006',
  [Platform.values.Yd]: '46004',
  [Platform.values.Dx]: '46011',
  [Platform.values.Gd]: '46015',
};

/** Makes the cards of one delivery: numbers in a row, one customer, one day. */
export class CardMaker {
  readonly #chance: Chance;
  readonly #now: Date;
  readonly #nextId: () => string;
  readonly #language: Language;
  readonly #serials = new Map<string, number>();

  constructor(chance: Chance, now: Date, nextId: () => string, language: Language) {
    this.#language = language;
    this.#chance = chance;
    this.#now = now;
    this.#nextId = nextId;
  }

  *make(batch: Batch): Generator<DemoCard> {
    for (let n = 0; n < batch.count; n++) yield this.#one(batch);
  }

  /** A serial number unique in the demo that does not look sequential. */
  #number(kind: string, count: number): string {
    const so = (this.#serials.get(kind) ?? 0) + 1;
    this.#serials.set(kind, so);
    return String((BigInt(so) * 7_368_787n + 104_729n) % 10n ** BigInt(count)).padStart(count, '0');
  }

  #iccid(prefix: string): string {
    const serial = this.#serials.get(prefix) ?? (prefix === '898606' ? 1 : 2_026_001_000_000);
    // The first card gets the number used in all examples; the others start with a year and a series.
    this.#serials.set(prefix, serial === 1 ? 2_026_001_000_000 : serial + 1);
    const digits = `${prefix}${String(serial).padStart(13, '0')}`;
    return `${digits}${luhnDigit(digits)}`;
  }

  #one({ customerId, line, createdAt }: Batch): DemoCard {
    const { between, perMille, pick, weighted, digits } = this.#chance;
    const now = this.#now.getTime();
    const iccid = this.#iccid(line.prefix);
    const isFirst = iccid === '89860600000000000013';
    const status = isFirst ? 'ACTIVATED' : weighted(line.statuses);
    const lifecycle = lifecycleOf(line.platform, status) ?? 'unactivated';
    const wasActive = lifecycle !== 'unactivated';
    const ageDays = Math.max(2, Math.floor((now - createdAt.getTime()) / DAY_MS));
    const activatedAt = wasActive
      ? new Date(
          createdAt.getTime() +
            between(1, Math.max(1, Math.min(20, ageDays - 1))) * DAY_MS -
            between(0, 36_000) * 1_000,
        )
      : null;
    // No fact of a card is later than its last sync.
    const syncedAt = now - (line.adapter === 'jasper' ? between(60, 3_000) : between(600, 7_200)) * 1_000;
    const sinceDays = activatedAt ? Math.max(1, Math.floor((syncedAt - activatedAt.getTime()) / DAY_MS)) : 1;
    const since =
      lifecycle === 'activated' || !activatedAt
        ? (activatedAt ?? createdAt)
        : new Date(
            Math.max(
              activatedAt.getTime() + 3_600_000,
              syncedAt - between(0, Math.min(sinceDays - 1, 58)) * DAY_MS - between(600, 80_000) * 1_000,
            ),
          );
    // A card stopped for arrears had its package end on that very day.
    const endedAt = midnight(since, 0);
    const couldOwe = activatedAt !== null && activatedAt < endedAt;
    const stopReasons = lifecycle === 'stopped' ? this.#reasons(status, couldOwe) : [];
    const kind = isFirst ? 1 : weighted(line.kinds);
    const [packageName, total] = weighted(PACKAGES.map((each) => [each, each[2]] as const));
    const hasPackage = wasActive && lifecycle !== 'cancelled';
    const isActive = lifecycle === 'activated';
    const share = perMille(40) ? between(950, 1_080) : between(5, 900);
    const grain = kind === 3 ? NB_GRAIN : GRAIN;
    const account = isFirst ? line.accounts[0] : pick(line.accounts);
    const cycle = cycleOf(this.#now, { day: account?.cycleDay ?? 1, zone: account?.zone ?? DEFAULT_ZONE });
    // A card stopped before the cycle began has used nothing in it.
    const couldUse = isActive || since > cycle.start;
    const used = hasPackage ? (couldUse ? grained((total * BigInt(share)) / 1_000n, grain) : 0n) : null;
    const isOnline = isActive && perMille(560);
    const home = HOME_NETWORKS[line.platform] ?? HOME_NETWORKS[Platform.values.Lt];
    const imsi = line.platform === Platform.values.other ? null : `${home}${this.#number('imsi', 10)}`;
    return {
      id: isFirst ? '1' : this.#nextId(),
      iccid,
      line,
      accountId: account?.id ?? '',
      kind,
      size: pick([1, 2, 3, 4, 4, 5, 5, 6, 9, 10]),
      customerId,
      status,
      lifecycle,
      stopReasons,
      isAsleep: /^sleep$/i.test(status),
      realNamed: !stopReasons.includes(realName) && (kind === 2 || perMille(300)),
      businessNumber: line.platform === Platform.values.Yd ? imsi : `1064${this.#number('msisdn', 9)}`,
      mappingNumber: kind === 2 ? `1${pick(['30', '56', '86'])}${digits(8)}` : null,
      imsi,
      imei: wasActive && perMille(900) ? `86${digits(13)}` : null,
      eid: line.platform === Platform.values.eSIM ? eidOf(`89086030${this.#number('eid', 22)}`) : null,
      remark: perMille(80) ? say(pick(REMARKS), this.#language) : null,
      createdAt,
      activatedAt,
      since,
      servicePeriodEnd: activatedAt ? new Date(activatedAt.getTime() + 3 * 365 * DAY_MS) : null,
      packageName: hasPackage ? say(packageName, this.#language) : null,
      packageEndsAt: hasPackage
        ? stopReasons.includes(arrears)
          ? endedAt
          : midnight(this.#now, between(9, 330))
        : null,
      flowTotal: hasPackage ? total : null,
      flowUsed: used,
      usedToday: used === null || line.isLate ? null : isActive ? grained(used / BigInt(between(18, 60)), grain) : 0n,
      onlineState: isActive ? (isOnline ? 1 : 0) : wasActive ? 0 : 2,
      lastSessionAt: isActive ? new Date(syncedAt - this.#silence(isOnline) * 1_000) : wasActive ? since : null,
      lastSyncAt: new Date(syncedAt),
    };
  }

  /** Seconds since the last session: mostly recent, a few silent for weeks. */
  #silence(isOnline: boolean): number {
    const { between, perMille } = this.#chance;
    if (isOnline) return between(30, 40_000);
    return perMille(120) ? between(8 * 86_400, 55 * 86_400) : between(40_000, 6 * 86_400);
  }

  #reasons(status: string, couldOwe: boolean): number[] {
    const { weighted } = this.#chance;
    if (!/^(DEACTIVATED|stop|STOP)$/.test(status)) return [];
    if (!couldOwe) return [manual];
    return [
      ...weighted<readonly number[]>([
        [[manual], 46],
        [[arrears], 32],
        [[manual, arrears], 6],
        [[realName], 5],
        [[imeiReason], 4],
        [[outOfRegion], 1],
        [[], 6],
      ]),
    ];
  }
}

const eidOf = (first30: string): string => `${first30}${eidCheckDigits(first30)}`;
