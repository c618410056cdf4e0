import { Platform } from '@cardinal/contract/enumerations/card.ts';
import {
  ControlAction,
  FollowMain,
  PackageMode,
  PackageScope,
  PackageShelf,
  PeriodBoundary,
} from '@cardinal/contract/enumerations/package.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';
import { reviewAnew } from './composing/reviewRules.ts';
import { seedChecks } from './definitions/demoChecks.ts';
import { seedDistribution } from './distribution/demoDistribution.ts';
import type { PackageRow, PackageVersionRow } from './packageTables.ts';
import { PERIODS, seedSpecs, specsBy, VOICES, VOLUMES } from './specs/demoSpecs.ts';
import { bytesOfSpec } from './specs/specRules.ts';

const PLATFORM_ID = '1';
const { Lt, Yd, Dx, Gj } = Platform.values;

type Line = Pick<PackageRow, 'code' | 'platform' | 'carrier_account_id' | 'type'> & {
  readonly name: Text;
  readonly volume?: keyof typeof VOLUMES;
  readonly voice?: keyof typeof VOICES;
  readonly period: keyof typeof PERIODS;
  /** Minor units. */
  readonly cost: number;
  readonly plan?: string;
  /** The products whose cards may order it. */
  readonly products: readonly string[];
  readonly but?: Partial<PackageRow>;
  readonly terms?: Partial<PackageVersionRow>;
};

const refuelling = { scope: PackageScope.values.all };
const following = { follow_main: FollowMain.values.follow, renewable: false };

const LINES: readonly Line[] = [
  {
    code: 'LT-M1G',
    name: text('联通1GB月包', 'Unicom 1 GB monthly'),
    platform: Lt,
    carrier_account_id: '101',
    type: 'month',
    volume: '1 GB',
    period: 'cycle1',
    cost: 500,
    plan: 'DEMO-1G',
    products: ['LT-JASPER', 'A-CAR'],
    but: { mode: PackageMode.values.shared },
  },
  {
    code: 'LT-M5G',
    name: text('联通5GB月包', 'Unicom 5 GB monthly'),
    platform: Lt,
    carrier_account_id: '101',
    type: 'month',
    volume: '5 GB',
    period: 'cycle1',
    cost: 1_800,
    plan: 'DEMO-5G',
    products: ['LT-JASPER', 'A-CAR'],
  },
  {
    code: 'LT-Y1G',
    name: text('联通1GB年包', 'Unicom 1 GB a month, yearly'),
    platform: Lt,
    carrier_account_id: '101',
    type: 'month',
    volume: '1 GB',
    period: 'cycle12',
    cost: 5_000,
    plan: 'DEMO-1G-Y',
    products: ['LT-JASPER'],
    but: { label: 'year' },
  },
  {
    code: 'LT-R500M',
    name: text('联通500MB加油包', 'Unicom 500 MB add-on'),
    platform: Lt,
    carrier_account_id: '101',
    type: 'flowRefueling',
    volume: '500 MB',
    period: 'start1',
    cost: 300,
    products: ['LT-JASPER', 'A-CAR'],
    but: refuelling,
    terms: following,
  },
  {
    code: 'LT-M300M-OLD',
    name: text('联通300MB月包（旧）', 'Unicom 300 MB monthly (old)'),
    platform: Lt,
    carrier_account_id: '101',
    type: 'month',
    volume: '300 MB',
    period: 'cycle1',
    cost: 200,
    products: ['LT-JASPER'],
    but: { shelf_state: PackageShelf.values.off },
  },
  {
    code: 'YD-M1G',
    name: text('移动1GB月包', 'Mobile 1 GB monthly'),
    platform: Yd,
    carrier_account_id: '105',
    type: 'month',
    volume: '1 GB',
    period: 'natural1',
    cost: 450,
    plan: '1100000001',
    products: ['YD-ONELINK'],
  },
  {
    code: 'YD-F10G',
    name: text('移动10GB 30天流量包', 'Mobile 10 GB, 30 days'),
    platform: Yd,
    carrier_account_id: '105',
    type: 'flow',
    volume: '10 GB',
    period: 'days30',
    cost: 2_600,
    plan: '1100009999',
    products: ['YD-ONELINK'],
    but: { scope: PackageScope.values.flow },
    terms: { refund_rule: 'proRataVolume' },
  },
  {
    code: 'YD-C1G300',
    name: text('移动1GB+300分钟月包', 'Mobile 1 GB and 300 minutes monthly'),
    platform: Yd,
    carrier_account_id: '105',
    type: 'combination',
    volume: '1 GB',
    voice: '300 min',
    period: 'natural1',
    cost: 1_900,
    products: ['YD-ONELINK-VOICE'],
  },
  {
    code: 'YD-V100',
    name: text('移动100分钟语音加油包', 'Mobile 100 minutes add-on'),
    platform: Yd,
    carrier_account_id: '105',
    type: 'voiceRefueling',
    voice: '100 min',
    period: 'start1',
    cost: 600,
    products: ['YD-ONELINK-VOICE'],
    but: refuelling,
    terms: following,
  },
  {
    code: 'DX-M1G',
    name: text('电信1GB月包', 'Telecom 1 GB monthly'),
    platform: Dx,
    carrier_account_id: '107',
    type: 'month',
    volume: '1 GB',
    period: 'natural1',
    cost: 480,
    products: ['DX-CTWING'],
  },
  {
    code: 'GJ-F1G7D',
    name: text('国际1GB 7天流量包', 'International 1 GB, 7 days'),
    platform: Gj,
    carrier_account_id: '108',
    type: 'flow',
    volume: '1 GB',
    period: 'days7',
    cost: 3_500,
    plan: 'GLOBAL-1G',
    products: ['GJ-GLOBAL'],
    but: { scope: PackageScope.values.flow },
    terms: { refund_rule: 'proRataDays' },
  },
  {
    code: 'V-YD-300M',
    name: text('移动300MB虚拟月包', 'Mobile 300 MB, virtual'),
    platform: Yd,
    carrier_account_id: '105',
    type: 'month',
    volume: '300 MB',
    period: 'natural1',
    cost: 150,
    plan: 'CMIOT',
    products: ['YD-ONELINK'],
    but: { origin: 'virtual', bought_bytes: bytesOfSpec('1', 'GB') },
    terms: { enforcement: ControlAction.values.STOP, max_reading_age_minutes: 60 },
  },
  {
    code: 'YD-UNL',
    name: text('移动不限量月包', 'Mobile unlimited monthly'),
    platform: Yd,
    carrier_account_id: '105',
    type: 'month',
    volume: 'unlimited',
    period: 'natural1',
    cost: 6_800,
    products: ['YD-ONELINK'],
  },
];

/** Packages of several carriers and sorts, one of them in its second version, one off the shelf, one virtual. */
export async function seedDemo(ctx: Ctx): Promise<void> {
  const specs = await seedSpecs(ctx);
  const made = new Date(ctx.clock.now().getTime() - 280 * DAY_MS);
  const packages: PackageRow[] = [];
  const versions: PackageVersionRow[] = [];
  LINES.forEach(({ name, volume, voice, period, cost, plan, products: _, but, terms, ...line }, at) => {
    const versionId = String(80_001 + at * 10);
    const { unit, count, boundary, reset } = PERIODS[period];
    packages.push({
      id: String(8_001 + at),
      customer_id: PLATFORM_ID,
      ...line,
      name: say(name, ctx.language),
      origin: 'system',
      sub_type: null,
      carrier_package_code: plan ?? null,
      label: 'none',
      mode: 1,
      scope: PackageScope.values.month,
      shelf_state: PackageShelf.values.on,
      channels: ['platform', 'publicAccount', 'api'],
      base_package_id: null,
      bought_bytes: null,
      warn_percent: 100,
      ...reviewAnew(false),
      current_version_id: versionId,
      cost_price: String(cost),
      currency: 'CNY',
      version: 1,
      created_by: 'operator',
      created_at: made,
      updated_by: 'operator',
      updated_at: made,
      deleted_at: null,
      ...but,
    });
    const calls = voice === undefined ? undefined : VOICES[voice];
    versions.push({
      id: versionId,
      package_id: String(8_001 + at),
      number: 1,
      units: 1,
      flow_bytes: volume === undefined ? '0' : bytesOfSpec(VOLUMES[volume][0], VOLUMES[volume][1]),
      flow_direction: 'general',
      voice_seconds: calls ? calls.minutes * 60 : null,
      voice_step: calls ? 60 : null,
      sms_count: null,
      validity_unit: unit,
      validity_count: count,
      boundary,
      reset,
      effective_type: 0,
      postpone_days: 0,
      follow_main: null,
      real_name_required: calls !== undefined,
      renewable: true,
      max_renewals: null,
      refund_rule: 'wholeUnstarted',
      enforcement: null,
      max_reading_age_minutes: null,
      flow_spec_id: specsBy(specs, volume),
      voice_spec_id: specsBy(specs, voice),
      period_spec_id: specsBy(specs, period),
      created_by: 'operator',
      created_at: made,
      ...terms,
    });
  });
  // Sold in calendar months at first; what was ordered then keeps that.
  const [first, current] = [packages[0] as PackageRow, versions[0] as PackageVersionRow];
  versions.push({
    ...current,
    boundary: PeriodBoundary.values.naturalMonth,
    period_spec_id: specsBy(specs, 'natural1'),
  });
  Object.assign(current, { id: '80002', number: 2, created_at: new Date(made.getTime() + 90 * DAY_MS) });
  Object.assign(first, { current_version_id: '80002', version: 2, updated_at: current.created_at });

  await ctx.db.insertInto('packages.package').values(packages).execute();
  await ctx.db
    .insertInto('packages.package_code')
    .values(packages.map(({ code, id }) => ({ code: code.toUpperCase(), package_id: id })))
    .execute();
  await ctx.db.insertInto('packages.package_version').values(versions).execute();
  await ctx.db
    .insertInto('packages.product_package')
    .values(
      LINES.flatMap(({ products }, at) =>
        products.map((code) => ({
          product_code: code,
          package_id: String(8_001 + at),
          bound_by: 'operator',
          bound_at: made,
        })),
      ),
    )
    .execute();
  await seedChecks(ctx, packages);
  await seedDistribution(ctx, packages);
}
