import { EsimEnableState, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { EsimArchitecture, RspState } from '@cardinal/contract/enumerations/esim.ts';
import { eidCheckDigits } from '@cardinal/primitives/eid.ts';
import { withCheckDigit } from '@cardinal/primitives/iccid.ts';
import type { Random } from '@cardinal/primitives/random.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';

const { Lt, Yd, Dx, Gj } = Platform.values;
const { notEnabled, enabled, writeNumber, invalid, bind, bindingInProgress } = EsimEnableState.values;

/** The profile types the demo has bought, and how many are in stock. */
export const PROFILE_TYPES = [
  { type: 'GLOBAL-2', platform: Gj, country: 'GB', prefix: '894420', stock: 46, cost: 1_280, days: 160 },
  { type: 'DE-LOCAL-1', platform: Gj, country: 'DE', prefix: '894930', stock: 18, cost: 860, days: 120 },
  { type: 'FR-LOCAL-1', platform: Gj, country: 'FR', prefix: '893310', stock: 3, cost: 910, days: 120 },
  { type: 'JP-LOCAL-1', platform: Gj, country: 'JP', prefix: '898120', stock: 24, cost: 1_020, days: 90 },
  { type: 'CN-LT-1', platform: Lt, country: 'CN', prefix: '898606', stock: 30, cost: 420, days: 140 },
  { type: 'CN-YD-1', platform: Yd, country: 'CN', prefix: '898604', stock: 22, cost: 450, days: 140 },
  { type: 'CN-DX-1', platform: Dx, country: 'CN', prefix: '898611', stock: 9, cost: 440, days: 100 },
] as const;
export type DemoProfileType = (typeof PROFILE_TYPES)[number];

export type DemoNumber = {
  readonly kind: DemoProfileType;
  readonly iccid: string;
  readonly imsi: string;
  readonly msisdn: string;
  readonly state: EsimEnableState;
  readonly rspState: RspState;
  readonly matchingId: string;
  readonly boundAt: Date | null;
};

export type DemoChip = {
  readonly eid: string;
  readonly architecture: EsimArchitecture;
  readonly customerId: string;
  readonly manufacturer: string;
  readonly imei: string | null;
  readonly isFallback: boolean;
  readonly createdAt: Date;
  readonly auditedAt: Date | null;
  /** The first one is the fallback. */
  readonly numbers: readonly DemoNumber[];
};

const MAKERS = ['Giesecke+Devrient', 'Thales', 'Kigen', 'Example Cards', 'Sample Secure'];
const OWNERS = ['12', '12', '12', '11', '12', '10', '20', '12', '3', '1', '12', '20'];
const ARCHITECTURES = ['iot', 'iot', 'consumer', 'iot', 'm2m', 'iot'] as const;

/** The numbers of a chip by their states; chips cycle through these patterns. */
const PATTERNS: readonly (readonly [DemoProfileType['type'], EsimEnableState, RspState][])[] = [
  [
    ['GLOBAL-2', notEnabled, 'Installed'],
    ['DE-LOCAL-1', enabled, 'Installed'],
  ],
  [['CN-LT-1', enabled, 'Installed']],
  [['GLOBAL-2', enabled, 'Installed']],
  [
    ['GLOBAL-2', enabled, 'Installed'],
    ['FR-LOCAL-1', notEnabled, 'Installed'],
    ['DE-LOCAL-1', invalid, 'Unavailable'],
  ],
  [],
  [
    ['CN-YD-1', enabled, 'Installed'],
    ['CN-DX-1', notEnabled, 'Installed'],
  ],
  [
    ['CN-LT-1', enabled, 'Installed'],
    ['CN-YD-1', writeNumber, 'Downloaded'],
  ],
  [
    ['GLOBAL-2', enabled, 'Installed'],
    ['JP-LOCAL-1', bind, 'Released'],
  ],
  [['CN-DX-1', bindingInProgress, 'Linked']],
  [
    ['CN-LT-1', enabled, 'Installed'],
    ['CN-DX-1', notEnabled, 'Installed'],
    ['CN-YD-1', notEnabled, 'Installed'],
  ],
];
const CHIPS = 60;
/** From this chip on, bound numbers have not been downloaded for days. */
const FORGOTTEN_FROM = 40;
const FORGOTTEN_HOURS = 120;

/** The demo's chips with their numbers; reproducible for a given seed. The first has a number of its own. */
export class DemoWorld {
  readonly #random: Random;
  readonly #now: Date;
  #made = 0;
  constructor(random: Random, now: Date) {
    this.#random = random;
    this.#now = now;
  }

  chips(): DemoChip[] {
    return Array.from({ length: CHIPS }, (_, at) => this.#chip(at));
  }

  /** The numbers in stock, some of them invalid. */
  stock(): DemoNumber[] {
    return PROFILE_TYPES.flatMap((kind) => [
      ...Array.from({ length: kind.stock }, () => this.#number(kind, notEnabled, 'Available', null)),
      ...Array.from({ length: kind.stock > 20 ? 1 : 0 }, () => this.#number(kind, invalid, 'Unavailable', null)),
    ]);
  }

  #chip(at: number): DemoChip {
    const createdAt = this.#daysAgo(150 - at * 2);
    const first30 = `890490320000000000000000${String(at + 1).padStart(6, '0')}`;
    const numbers = (PATTERNS[at % PATTERNS.length] ?? []).map(([type, state, rspState], place) => {
      const kind = PROFILE_TYPES.find((each) => each.type === type) as DemoProfileType;
      const isOpen = state === bindingInProgress || state === bind || state === writeNumber;
      const boundAt = isOpen
        ? this.#hoursAgo(1 + this.#random.int(9) + (state === bind && at >= FORGOTTEN_FROM ? FORGOTTEN_HOURS : 0))
        : this.#daysAgo(2 + this.#random.int(60) + place);
      return this.#number(kind, state, rspState, boundAt);
    });
    const isRead = numbers.some((number) => number.state === enabled);
    return {
      eid: `${first30}${eidCheckDigits(first30)}`,
      architecture: ARCHITECTURES[at % ARCHITECTURES.length] ?? 'iot',
      customerId: OWNERS[at % OWNERS.length] ?? '1',
      manufacturer: MAKERS[this.#random.int(MAKERS.length)] ?? '',
      imei: isRead ? `86${String(this.#random.int(1_000_000_000)).padStart(13, '0')}` : null,
      // The first number is the fallback if there are several.
      isFallback: numbers.length > 1,
      createdAt,
      auditedAt: isRead ? this.#hoursAgo(2 + this.#random.int(200)) : null,
      numbers,
    };
  }

  #number(kind: DemoProfileType, state: EsimEnableState, rspState: RspState, boundAt: Date | null): DemoNumber {
    this.#made += 1;
    const serial = String(this.#made).padStart(6, '0');
    return {
      kind,
      iccid: withCheckDigit(`${kind.prefix}${String(7_000_000 + this.#made).padStart(13, '0')}`),
      imsi: `${kind.country === 'CN' ? '46015' : '90170'}0000${serial}`,
      msisdn: `${kind.country === 'CN' ? '1448' : '8835'}0${serial}`,
      state,
      rspState,
      matchingId: `K2-${this.#letters(6)}-${this.#letters(6)}`,
      boundAt,
    };
  }

  #letters(count: number): string {
    const from = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
    return Array.from({ length: count }, () => from[this.#random.int(from.length)]).join('');
  }
  #daysAgo = (days: number) => new Date(this.#now.getTime() - days * DAY_MS);
  #hoursAgo = (hours: number) => new Date(this.#now.getTime() - hours * 3_600_000);
}
