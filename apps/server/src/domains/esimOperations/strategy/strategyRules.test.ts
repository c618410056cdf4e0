import type { StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import { expect, test } from 'vitest';
import type { Choice, Rule } from '../operationTables.ts';
import { type ChipFacts, decide, dueTriggers, nextDue, type Rules } from './strategyRules.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const choice = (profileType: string): Choice => ({ profileType, country: null, carrierAccountId: null });
const rule = (triggers: readonly StrategyTrigger[], countries: readonly string[], ...types: string[]): Rule => ({
  triggers,
  countries,
  minutes: 30,
  days: 90,
  choices: types.map(choice),
});
const on = (id: string, profileType: string, country: string) => ({ id, profileType, country, carrierAccountId: '1' });
const EUROPE: Rules = {
  rules: [
    rule(['firstBoot', 'countryChange', 'noNetwork'], ['DE'], 'DE-LOCAL-1', 'GLOBAL-2'),
    rule(['firstBoot', 'countryChange'], ['FR'], 'FR-LOCAL-1', 'GLOBAL-2'),
    rule(['profileFailure', 'noNetwork', 'roamingDays'], [], 'GLOBAL-2', 'DE-LOCAL-1'),
  ],
  switchesPerDay: 2,
  minimumStayHours: 6,
};
const CHIP: ChipFacts = {
  architecture: 'iot',
  isClosed: false,
  isBusy: false,
  country: 'DE',
  countryAt: hoursAgo(1),
  lostAt: null,
  running: null,
  spare: [],
  fallbackId: null,
  actedAt: [],
  failedTypes: new Set(),
};
const RUNNING = { ...on('1', 'DE-LOCAL-1', 'DE'), since: hoursAgo(48) };
const plenty = () => 5;
const without =
  (...types: string[]) =>
  ({ profileType }: Choice) =>
    types.includes(profileType) ? 0 : 5;
const asked = (chip: Partial<ChipFacts>, trigger: StrategyTrigger, stock = plenty as (choice: Choice) => number) => {
  const decision = decide(EUROPE, { ...CHIP, ...chip }, trigger, stock, NOW);
  return decision.kind === 'stay' ? decision.code : `${decision.kind} ${decision.choice.profileType}`;
};

test('a first boot writes the local number of the country; an unknown country fits no rule that names some', () => {
  expect(asked({}, 'firstBoot')).toBe('write DE-LOCAL-1');
  expect(asked({ country: 'FR' }, 'firstBoot')).toBe('write FR-LOCAL-1');
  expect(asked({ country: null }, 'firstBoot')).toBe('noRule');
  expect(asked({ country: 'JP' }, 'countryChange')).toBe('noRule');
});

test('without stock the next choice is taken and what ran out is named; with none of them it waits', () => {
  const decision = decide(
    EUROPE,
    { ...CHIP, country: 'FR', running: RUNNING },
    'countryChange',
    without('FR-LOCAL-1'),
    NOW,
  );
  expect(decision).toMatchObject({
    kind: 'write',
    choice: { profileType: 'GLOBAL-2' },
    missing: ['FR-LOCAL-1'],
    rule: 2,
  });
  expect(decision.why).toEqual({
    zh: '国家变化，在 FR；规则 2 的第 2 选择 GLOBAL-2；FR-LOCAL-1 无库存',
    en: 'Country change in FR; choice 2 of rule 2, GLOBAL-2; FR-LOCAL-1 is out of stock',
  });
  const waiting = decide(EUROPE, CHIP, 'firstBoot', () => 0, NOW);
  expect(waiting).toMatchObject({ code: 'noStock', missing: ['DE-LOCAL-1', 'GLOBAL-2'] });
  expect(waiting.kind === 'stay' && waiting.heldUntil).toEqual(new Date(NOW.getTime() + 3_600_000));
});

test('what is on the chip already is switched to, and the number that works is kept to fall back to', () => {
  const spare = [on('2', 'FR-LOCAL-1', 'FR')];
  const decision = decide(EUROPE, { ...CHIP, country: 'FR', running: RUNNING, spare }, 'countryChange', () => 0, NOW);
  expect(decision).toMatchObject({ kind: 'switch', numberId: '2', keeps: '1' });
  const kept = decide(
    EUROPE,
    { ...CHIP, country: 'FR', running: RUNNING, fallbackId: '1' },
    'countryChange',
    plenty,
    NOW,
  );
  expect(kept).toMatchObject({ kind: 'write', keeps: null });
});

test('a number stays its time at a border; a device without a network does not wait for it', () => {
  const fresh = { ...RUNNING, since: hoursAgo(2) };
  expect(asked({ country: 'FR', running: fresh }, 'countryChange')).toBe('minimumStay');
  const held = decide(EUROPE, { ...CHIP, country: 'FR', running: fresh }, 'countryChange', plenty, NOW);
  expect(held.kind === 'stay' && held.heldUntil).toEqual(hoursAgo(-4));
  // Back where it came from, the active number is right.
  expect(asked({ country: 'DE', running: fresh }, 'countryChange')).toBe('runs');
  expect(asked({ running: fresh, lostAt: hoursAgo(1) }, 'noNetwork')).toBe('write GLOBAL-2');
  expect(asked({ running: fresh, lostAt: hoursAgo(0.25) }, 'noNetwork')).toBe('noRule');
});

test('a number that failed is not asked for again within the day; a chip that is busy or closed is left alone', () => {
  expect(asked({ failedTypes: new Set(['GLOBAL-2']) }, 'profileFailure')).toBe('write DE-LOCAL-1');
  expect(asked({ failedTypes: new Set(['GLOBAL-2', 'DE-LOCAL-1']) }, 'profileFailure')).toBe('allFailed');
  expect(asked({ isBusy: true }, 'firstBoot')).toBe('busy');
  expect(asked({ isClosed: true }, 'firstBoot')).toBe('closed');
  expect(asked({ architecture: 'consumer' }, 'firstBoot')).toBe('notFromServer');
});

test('the passing of time brings up a lost network and a long stay abroad, each once it is due', () => {
  const abroad = { ...CHIP, running: RUNNING, country: 'FR', countryAt: hoursAgo(24 * 89), lostAt: hoursAgo(0.25) };
  expect(dueTriggers(EUROPE, abroad, NOW)).toEqual([]);
  expect(nextDue(EUROPE, abroad, NOW)).toEqual(hoursAgo(-0.25));
  expect(dueTriggers(EUROPE, { ...abroad, lostAt: hoursAgo(1), countryAt: hoursAgo(24 * 91) }, NOW)).toEqual([
    'noNetwork',
    'roamingDays',
  ]);
  expect(nextDue(EUROPE, { ...CHIP, running: RUNNING }, NOW)).toBeNull();
});

test('whatever happens, a chip gets one number at a time, no more a day than allowed, and only what can be had', () => {
  const random = seededRandom('borders');
  const TYPES = ['DE-LOCAL-1', 'FR-LOCAL-1', 'GLOBAL-2'];
  for (let world = 0; world < 200; world++) {
    let chip: ChipFacts = CHIP;
    let acted: Date[] = [];
    for (let minutes = 0; minutes < 48 * 60; minutes += 7 + random.int(40)) {
      const now = new Date(NOW.getTime() + minutes * 60_000);
      const country = random.int(2) === 0 ? 'DE' : 'FR';
      const gone = TYPES.filter(() => random.int(4) === 0);
      const recent = acted.filter((at) => at.getTime() > now.getTime() - 86_400_000);
      chip = { ...chip, country, isBusy: random.int(5) === 0, actedAt: recent };
      const trigger = chip.running ? 'countryChange' : 'firstBoot';
      const decision = decide(EUROPE, chip, trigger, without(...gone), now);
      if (decision.kind === 'stay') continue;
      expect(chip.isBusy).toBe(false);
      expect(recent.length).toBeLessThan(EUROPE.switchesPerDay);
      if (decision.kind === 'write') expect(gone).not.toContain(decision.choice.profileType);
      if (chip.running) {
        expect(now.getTime() - chip.running.since.getTime()).toBeGreaterThanOrEqual(6 * 3_600_000);
        expect(decision.keeps).toBe(chip.fallbackId === chip.running.id ? null : chip.running.id);
      }
      acted = [...acted, now];
      const id = decision.numberId ?? `${minutes}`;
      const home = decision.choice.profileType.slice(0, 2);
      const spare = [...chip.spare, ...(chip.running ? [chip.running] : [])].filter((each) => each.id !== id);
      const fallbackId = decision.keeps ?? chip.fallbackId;
      chip = { ...chip, running: { ...on(id, decision.choice.profileType, home), since: now }, spare, fallbackId };
    }
  }
});
