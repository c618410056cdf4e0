import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { CarrierAccountFacts } from '../../domains/carriers/face.ts';

type Weights<T> = readonly (readonly [T, number])[];

/** A group of demo cards: carrier, number prefix, possible states and kinds. */
export type Line = {
  readonly platform: Platform;
  readonly adapter: string;
  /** Per thousand cards. */
  readonly share: number;
  readonly prefix: string;
  readonly kinds: Weights<number>;
  readonly statuses: Weights<string>;
  /** Only cards of accounts that are not connected: their statuses exist in no simulated interface. */
  readonly isWaiting?: true;
  /** Its carrier reports a day's usage on the next day, so today's is unknown. */
  readonly isLate?: true;
  /** The product of its data cards; voice and NB cards have products of their own. */
  readonly product: string;
};

const FLOW_MOSTLY: Weights<number> = [
  [1, 80],
  [2, 9],
  [3, 11],
];

/** The statuses of the Jasper interface; the simulator gets the same. */
const JASPER: Weights<string> = [
  ['ACTIVATED', 690],
  ['DEACTIVATED', 165],
  ['INVENTORY', 45],
  ['ACTIVATION_READY', 50],
  ['TEST_READY', 22],
  ['TRIAL', 6],
  ['RETIRED', 16],
  ['PURGED', 4],
  ['REPLACED', 2],
];

/** The statuses the CMP gateway has a number for; the simulator gets the same. */
const CMP: Weights<string> = [...JASPER.filter(([status]) => status !== 'TRIAL'), ['PURGED_ING', 6]];

/** The statuses both China Telecom platforms can report; the simulator gets the same. */
const TELECOM: Weights<string> = [
  ['ACTIVATED', 660],
  ['DEACTIVATED', 160],
  ['IN_STANDBY', 40],
  ['ACTIVATION_READY', 50],
  ['TEST_READY', 22],
  ['UNNAMED_SHUTDOWN', 24],
  ['RETIRED', 16],
  ['OPERATOR_MANAGEMENT', 6],
];

export const LINES: readonly Line[] = [
  {
    platform: Platform.values.Lt,
    adapter: 'jasper',
    share: 600,
    prefix: '898606',
    kinds: FLOW_MOSTLY,
    statuses: JASPER,
    product: 'LT-JASPER',
  },
  {
    platform: Platform.values.Lt,
    adapter: 'cmp',
    share: 25,
    prefix: '898601',
    kinds: FLOW_MOSTLY,
    statuses: CMP,
    product: 'LT-CMP',
  },
  {
    platform: Platform.values.Lt,
    adapter: 'leyu',
    share: 10,
    prefix: '898609',
    kinds: [[1, 1]],
    statuses: [
      ['ACTIVATED', 70],
      ['DEACTIVATED', 20],
      ['SLEEP', 8],
      ['FREE_PERIOD', 4],
      ['TRIAL', 2],
    ],
    product: 'LT-LEYU',
  },
  {
    platform: Platform.values.Yd,
    adapter: 'onelink',
    isLate: true,
    share: 190,
    prefix: '898604',
    kinds: FLOW_MOSTLY,
    // The statuses OneLink has words for; the simulator gets the same.
    statuses: [
      ['normal', 660],
      ['stop', 170],
      ['test', 30],
      ['toActivate', 55],
      ['inventory', 55],
      ['sleep', 14],
      ['preclose', 16],
    ],
    product: 'YD-ONELINK',
  },
  {
    platform: Platform.values.Yd,
    adapter: 'guangdong',
    share: 25,
    prefix: '898607',
    kinds: FLOW_MOSTLY,
    statuses: [
      ['normal', 80],
      ['stop', 20],
    ],
    product: 'YD-GD',
  },
  {
    platform: Platform.values.Yd,
    adapter: 'onelinkOther',
    isLate: true,
    share: 6,
    prefix: '898602',
    kinds: [[1, 1]],
    isWaiting: true,
    statuses: [
      ['normal', 60],
      ['silent', 10],
      ['freePeriod', 10],
      ['bespeakClose', 10],
      ['offlineStop', 10],
    ],
    product: 'YD-ONELINK',
  },
  {
    platform: Platform.values.Dx,
    adapter: 'telecomCmp',
    share: 40,
    prefix: '898603',
    kinds: FLOW_MOSTLY,
    statuses: TELECOM,
    product: 'DX-CTWING',
  },
  {
    platform: Platform.values.Dx,
    adapter: 'telecom5g',
    share: 40,
    prefix: '898611',
    kinds: FLOW_MOSTLY,
    statuses: TELECOM,
    product: 'DX-CTWING',
  },
  {
    platform: Platform.values.Dx,
    adapter: 'telecom5g',
    share: 5,
    prefix: '898611',
    kinds: [[1, 1]],
    isWaiting: true,
    statuses: [
      ['ACTIVATED', 60],
      ['FREE_PERIOD', 10],
      ['SLEEP', 10],
      ['OFFLINE_DEACTIVATED', 10],
      ['PURGED', 10],
    ],
    product: 'DX-CTWING',
  },
  {
    platform: Platform.values.Gj,
    adapter: 'international',
    share: 20,
    prefix: '894420',
    kinds: [[1, 1]],
    statuses: [
      ['ACTIVATED', 70],
      ['DEACTIVATED', 14],
      ['INVENTORY', 5],
      ['ACTIVATION_READY', 5],
      ['TEST_READY', 3],
      ['FREE_PERIOD', 2],
      ['RETIRED', 3],
    ],
    product: 'GJ-GLOBAL',
  },
  {
    platform: Platform.values.eSIM,
    adapter: 'esim',
    share: 20,
    prefix: '898605',
    kinds: [[4, 1]],
    statuses: [
      ['ACTIVATED', 70],
      ['DEACTIVATED', 10],
      ['INVENTORY', 10],
      ['ACTIVATION_READY', 4],
      ['TEST_READY', 4],
      ['RETIRED', 2],
      ['OPERATOR_MANAGEMENT', 1],
    ],
    product: 'ESIM-M2M',
  },
  {
    platform: Platform.values.thirdParty,
    adapter: 'thirdParty',
    share: 12,
    prefix: '898622',
    kinds: [[1, 1]],
    statuses: [
      ['ACTIVE', 80],
      ['STOP', 12],
      ['NO_ACTIVE', 6],
      ['cancelled', 2],
    ],
    product: 'TP-DATA',
  },
  {
    platform: Platform.values.other,
    adapter: 'generic',
    share: 10,
    prefix: '898621',
    kinds: [[1, 1]],
    statuses: [
      ['ACTIVE', 80],
      ['STOP', 12],
      ['NO_ACTIVE', 6],
      ['cancelled', 2],
    ],
    product: 'OT-DATA',
  },
  {
    platform: Platform.values.Gd,
    adapter: 'broadnet',
    share: 8,
    prefix: '898615',
    kinds: [[1, 1]],
    statuses: [
      ['ACTIVATED', 78],
      ['DEACTIVATED', 10],
      ['INVENTORY', 5],
      ['ACTIVATION_READY', 5],
      ['UNNAMED_SHUTDOWN', 1],
      ['ACCOUNT_CLOSED', 1],
    ],
    product: 'GD-DATA',
  },
];

export type StaffedLine = Line & { readonly accounts: readonly CarrierAccountFacts[] };

/** The card groups for which there is an account; the others are left out of the demo. */
export function staffedLines(accounts: readonly CarrierAccountFacts[]): StaffedLine[] {
  return LINES.map((line) => ({
    ...line,
    accounts: accounts.filter(
      (account) => account.adapter === line.adapter && !(line.isWaiting && account.isConnected),
    ),
  })).filter((line) => line.accounts.length > 0);
}
