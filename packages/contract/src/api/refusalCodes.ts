import { type Refusal, refusal } from '../framework/refusal.ts';

/** The code family of each kind of refusal. */
const FAMILIES = {
  invalid: '400',
  unauthorized: '401',
  forbidden: '403',
  notFound: '404',
  conflict: '409',
  tooMany: '429',
  unavailable: '503',
} as const;
type Family = keyof typeof FAMILIES;

type Block = readonly [from: number, to: number];

/** The numbers a room may give its refusals, the same in each family. No number belongs to two rooms. */
export const REFUSAL_BLOCKS = {
  identity: [
    [101, 149],
    [170, 179],
  ],
  notices: [[150, 169]],
  customers: [[201, 299]],
  settings: [[301, 399]],
  audit: [[401, 499]],
  tasks: [[501, 599]],
  carriers: [
    [601, 609],
    [621, 629],
    [661, 669],
  ],
  carrierSync: [[610, 619]],
  cardImports: [
    [620, 620],
    [640, 649],
    [811, 811],
    [813, 814],
    [830, 839],
  ],
  cardCommands: [[671, 679]],
  catalogue: [[701, 719]],
  engines: [[721, 739]],
  cards: [
    [801, 804],
    [810, 810],
    [815, 815],
    [818, 820],
    [840, 849],
  ],
  cardBatches: [
    [805, 809],
    [812, 812],
    [816, 817],
    [850, 859],
  ],
  cardLookups: [[821, 829]],
  openApi: [[901, 999]],
  singleSignOn: [[1201, 1219]],
  esim: [
    [1401, 1419],
    [1429, 1429],
    [1440, 1499],
  ],
  esimOperations: [
    [1420, 1428],
    [1430, 1439],
  ],
  setup: [[1501, 1509]],
  paymentProviders: [[1551, 1599]],
  ledger: [[1601, 1649]],
  customerAccounts: [[1650, 1699]],
  packages: [
    [1701, 1749],
    [2090, 2094],
  ],
  payments: [[1751, 1799]],
  orders: [
    [1801, 1849],
    [2400, 2409],
  ],
  publicAccounts: [[1951, 1979]],
  retailOrders: [
    [1980, 2019],
    [2110, 2114],
  ],
  packageShares: [[2095, 2109]],
  autoRenewals: [[2020, 2059]],
  statements: [[2060, 2089]],
  control: [[1851, 1899]],
  cashOuts: [[1901, 1949]],
  dayReturns: [[2120, 2149]],
  subAccounts: [[2150, 2179]],
  splitOrders: [[2350, 2379]],
  groupBuys: [[2180, 2229]],
  channelStatements: [[2230, 2269]],
  cardRecharges: [[2270, 2309]],
  miniPrograms: [[2380, 2399]],
  externalPackages: [[2310, 2349]],
  usage: [[2420, 2429]],
  pools: [
    [2450, 2479],
    [2660, 2699],
  ],
  operationStrategies: [[2430, 2449]],
  flowControl: [[2480, 2499]],
  deductions: [
    [2500, 2519],
    [2740, 2759],
  ],
  flowPools: [[2520, 2549]],
  renewals: [[2550, 2569]],
  speedLimits: [[2570, 2599]],
  pushes: [[2600, 2619]],
  usageReminders: [[2620, 2639]],
  earlyWarnings: [[2640, 2659]],
  cardAllocations: [[2700, 2719]],
} as const satisfies Record<string, readonly Block[]>;
export type RefusingRoom = keyof typeof REFUSAL_BLOCKS;

const blocks = Object.values<readonly Block[]>(REFUSAL_BLOCKS)
  .flat()
  .sort(([a], [b]) => a - b);
blocks.forEach(([from, to], at) => {
  const next = blocks[at + 1];
  if (from > to || (next && next[0] <= to)) throw new Error(`Refusal block ${from}-${to} overlaps another`);
});

const isIn = (room: RefusingRoom, number: number): boolean =>
  REFUSAL_BLOCKS[room].some(([from, to]) => from <= number && number <= to);

type Declare = (number: number, name: string, zh: string, en: string, status?: number) => Refusal;

/**
 * Declares the refusals of a room: `refusalsOf('esim').notFound(1401, …)` has the code 4041401. A number outside the room's
 * block, or given twice in one family, stops the program at import. Codes are part of the API and never change.
 */
export function refusalsOf(room: RefusingRoom): Readonly<Record<Family, Declare>> {
  const declareIn =
    (family: string): Declare =>
    (number, name, ...words) => {
      if (!isIn(room, number)) throw new Error(`Refusal ${number} ${name} is outside the block of ${room}`);
      return refusal(`${family}${String(number).padStart(4, '0')}`, name, ...words);
    };
  return Object.fromEntries(Object.entries(FAMILIES).map(([name, family]) => [name, declareIn(family)])) as Readonly<
    Record<Family, Declare>
  >;
}
