import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import type { StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Reach, Rule } from '../../domains/esimOperations/operationTables.ts';
import type { Rules } from '../../domains/esimOperations/strategy/strategyRules.ts';
import { reasonText, stayText } from '../../domains/esimOperations/strategy/strategyWords.ts';
import type { Ctx } from '../../framework/context.ts';
import type { DemoChip, DemoNumber } from './demoWorld.ts';

type Placed = { readonly cardId: string; readonly chip: DemoChip | undefined; readonly number: DemoNumber };
type DemoStrategy = Rules & { readonly name: Text; readonly state: StrategyState; readonly reach: Partial<Reach> };

const choices = (...types: string[]) =>
  types.map((profileType) => ({ profileType, country: null, carrierAccountId: null }));
const rule = (triggers: Rule['triggers'], countries: string[], ...types: string[]): Rule => ({
  triggers,
  countries,
  minutes: 30,
  days: 90,
  choices: choices(...types),
});

const EUROPE: DemoStrategy = {
  name: text('欧洲设备', 'Devices in Europe'),
  state: 'on',
  reach: { customerIds: ['12'] },
  switchesPerDay: 2,
  minimumStayHours: 6,
  rules: [
    rule(['firstBoot', 'countryChange', 'byHand'], ['DE'], 'DE-LOCAL-1', 'GLOBAL-2'),
    rule(['firstBoot', 'countryChange', 'byHand'], ['FR'], 'FR-LOCAL-1', 'GLOBAL-2'),
    rule(['noNetwork', 'profileFailure'], [], 'GLOBAL-2', 'DE-LOCAL-1'),
  ],
};
const OTHERS: readonly DemoStrategy[] = [
  {
    name: text('国内三网择优', 'Best of three domestic networks'),
    state: 'shadow',
    reach: { customerIds: ['20'] },
    switchesPerDay: 3,
    minimumStayHours: 12,
    rules: [rule(['noNetwork', 'profileFailure', 'byHand'], ['CN'], 'CN-LT-1', 'CN-YD-1', 'CN-DX-1')],
  },
  {
    name: text('长期漫游转本地', 'Local after long roaming'),
    state: 'draft',
    reach: {},
    switchesPerDay: 1,
    minimumStayHours: 48,
    rules: [rule(['roamingDays', 'byHand'], ['JP'], 'JP-LOCAL-1'), rule(['roamingDays'], ['DE'], 'DE-LOCAL-1')],
  },
];

/** The name under which the numbers of a demo chip were requested, if a strategy did; otherwise undefined. */
export const strategyBehind = (chip: DemoChip | undefined): Text | undefined =>
  chip?.customerId === '12' && chip.architecture === 'iot' ? EUROPE.name : undefined;

/** The location of a chip's device, judged by its active number: a global one is abroad. */
export const countryOfChip = (running: DemoNumber | undefined): string | null =>
  running ? (running.kind.type === 'GLOBAL-2' ? 'FR' : running.kind.country) : null;

/** Strategies in three states, and the recent decisions of the active one. */
export async function seedStrategies(ctx: Ctx, placed: readonly Placed[]): Promise<void> {
  const now = ctx.clock.now();
  const rows = [EUROPE, ...OTHERS].map(({ name, state, reach, rules, switchesPerDay, minimumStayHours }) => ({
    id: ctx.ids.next(),
    customer_id: '1',
    name: say(name, ctx.language),
    state,
    reach: JSON.stringify({ customerIds: [], productCodes: [], tagIds: [], ...reach }),
    rules: JSON.stringify(rules),
    switches_per_day: switchesPerDay,
    minimum_stay_hours: minimumStayHours,
    created_by_name: 'operator',
    created_at: new Date(now.getTime() - 40 * DAY_MS),
    updated_at: new Date(now.getTime() - 9 * DAY_MS),
  }));
  await ctx.db.insertInto('esim_operations.strategy').values(rows).execute();
  const [{ id: strategyId } = { id: '1' }] = rows;
  const running = placed.filter(
    ({ chip, number }) => strategyBehind(chip) !== undefined && number.state === EsimEnableState.values.enabled,
  );
  const firings = running.flatMap(({ cardId, chip, number }, at) => {
    if (!chip || !number.boundAt) return [];
    const country = countryOfChip(number);
    const of = { strategy_id: strategyId, eid: chip.eid, customer_id: chip.customerId, country };
    const ruleAt = EUROPE.rules.findIndex(({ countries }) => country !== null && countries.includes(country));
    const used = EUROPE.rules[ruleAt] ?? EUROPE.rules[2];
    const choice = used?.choices.find(({ profileType }) => profileType === number.kind.type);
    if (!used || !choice) return [];
    const position = EUROPE.rules.indexOf(used) + 1;
    const missing = choice === used.choices[0] ? [] : [used.choices[0]?.profileType ?? ''];
    const trigger = ruleAt < 0 ? ('profileFailure' as const) : ('firstBoot' as const);
    // The newest lie within the week the list counts.
    const firedAt = at < 3 ? new Date(now.getTime() - (at + 1) * 1.6 * DAY_MS) : number.boundAt;
    const why = reasonText({ rule: used, position, choice, trigger, chip: { country }, missing, isOnChip: false });
    const written = {
      ...of,
      id: ctx.ids.next(),
      trigger,
      decision: 'write' as const,
      code: null,
      rule: position,
      profile_type: number.kind.type,
      card_id: cardId,
      iccid: number.iccid,
      why: JSON.stringify(why),
      missing,
      result: 'done' as const,
      is_shadow: false,
      fired_at: firedAt,
      ended_at: new Date(firedAt.getTime() + 140_000),
    };
    if (at !== 0) return [written];
    const about = { rule: 2, chip: { running: { ...onChip(number), since: firedAt } }, ...EUROPE };
    return [
      written,
      {
        ...of,
        country: 'FR',
        id: ctx.ids.next(),
        trigger: 'countryChange' as const,
        decision: 'stay' as const,
        code: 'minimumStay',
        rule: 2,
        profile_type: null,
        card_id: null,
        iccid: null,
        why: JSON.stringify(stayText('minimumStay', about)),
        missing: [],
        result: 'none' as const,
        is_shadow: false,
        fired_at: new Date(firedAt.getTime() + 2 * 3_600_000),
        ended_at: null,
      },
    ];
  });
  if (firings.length > 0) await ctx.db.insertInto('esim_operations.firing').values(firings).execute();
}

const onChip = ({ kind, iccid }: DemoNumber) => ({
  id: iccid,
  profileType: kind.type,
  country: kind.country,
  carrierAccountId: '',
});
