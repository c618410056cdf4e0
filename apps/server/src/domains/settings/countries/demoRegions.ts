import type { Ctx } from '../../../framework/context.ts';

const REGIONS = [
  ['HMT', '港澳台', 'Hong Kong, Macao, Taiwan', 'HK MO TW'],
  ['JPKR', '日韩', 'Japan and Korea', 'JP KR'],
  ['SEA6', '东南亚六国', 'South-East Asia 6', 'TH VN MY SG ID PH'],
  ['SEA', '东南亚', 'South-East Asia', 'TH VN MY SG ID PH KH LA MM BN TL'],
  [
    'EU27',
    '欧洲 27 国',
    'Europe 27',
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE',
  ],
  ['GULF', '海湾六国', 'Gulf states', 'AE SA QA KW OM BH'],
  ['NA', '北美', 'North America', 'US CA MX'],
  ['CASIA', '中亚五国', 'Central Asia', 'KZ UZ KG TJ TM'],
  ['ANZ', '澳新', 'Australia and New Zealand', 'AU NZ'],
] as const;

/** Regions as sold; one was changed once, so that an earlier version exists. */
export async function seedRegions(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const made = new Date(now.getTime() - 200 * 86_400_000);
  const rows = REGIONS.map(([code, zh, en], at) => ({
    id: String(at + 1),
    code,
    zh,
    en,
    version: code === 'SEA6' ? 2 : 1,
    is_retired: code === 'CASIA',
    created_at: made,
    updated_at: made,
  }));
  await ctx.db.insertInto('settings.region').values(rows).execute();
  const versions = REGIONS.flatMap(([code, , , countries], at) => {
    const all = countries.split(' ');
    const kept = { region_id: String(at + 1), made_by: 'admin', made_at: made };
    if (code !== 'SEA6') return [{ ...kept, version: 1, countries: all }];
    const later = new Date(now.getTime() - 40 * 86_400_000);
    return [
      { ...kept, version: 1, countries: all.slice(0, 5) },
      { ...kept, version: 2, countries: all, made_at: later },
    ];
  });
  await ctx.db.insertInto('settings.region_version').values(versions).execute();
}
