import { say } from '@cardinal/primitives/text.ts';
import { describe, expect, test } from 'vitest';
import { Lifecycle, Platform } from '../enumerations/card.ts';
import { actionsOfKind } from '../tasks/taskCatalogue.ts';
import {
  ACTION_NOT_OFFERED,
  hasService,
  isOutOfControl,
  isTransitionAllowed,
  lifecycleOf,
  moveAsked,
  shownStatusOf,
  statusOptionsOf,
  statusTextOf,
} from './cardStatus.ts';
import { STATUS_TABLES } from './carrierStatuses.ts';
import type { StatusAction } from './statusTable.ts';

const { Lt, Yd, Dx, Gj, eSIM, Gd, other, thirdParty } = Platform.values;
const actions = actionsOfKind(1) as readonly StatusAction[];
const tables = Platform.options.map(({ key, value }) => [key, value] as const);

test('the lists of the specification, by what each status counts as', () => {
  const listed = (platform: Platform) =>
    Object.fromEntries(
      Lifecycle.options.map(({ value }) => [
        value,
        statusOptionsOf(platform)
          .filter(({ lifecycle }) => lifecycle === value)
          .map((option) => option.value)
          .join(' '),
      ]),
    );
  expect(listed(Lt)).toEqual({
    unactivated: 'INVENTORY TRIAL ACTIVATION_READY TEST_READY FREE_PERIOD',
    activated: 'ACTIVATED',
    stopped: 'DEACTIVATED FORCED_STOP SLEEP',
    cancelled: 'RETIRED PURGED_ING PURGED REPLACED',
  });
  expect(listed(Yd)).toEqual({
    unactivated: 'test toActivate silent inventory freePeriod',
    activated: 'normal',
    stopped: 'stop forcedStop sleep bespeakClose offlineStop',
    cancelled: 'preclose',
  });
  expect(listed(Dx)).toEqual({
    unactivated: 'IN_STANDBY ACTIVATION_READY TEST_READY FREE_PERIOD',
    activated: 'ACTIVATED',
    stopped: 'DEACTIVATED FORCED_STOP UNNAMED_SHUTDOWN SLEEP OFFLINE_DEACTIVATED',
    cancelled: 'RETIRED PURGED OPERATOR_MANAGEMENT',
  });
  expect(listed(Gd)).toEqual({
    unactivated: 'INVENTORY ACTIVATION_READY',
    activated: 'ACTIVATED',
    stopped: 'DEACTIVATED UNNAMED_SHUTDOWN FORCED_STOP',
    cancelled: 'ACCOUNT_CLOSED',
  });
  expect(listed(Gj)).toEqual({
    unactivated: 'INVENTORY ACTIVATION_READY TEST_READY FREE_PERIOD',
    activated: 'ACTIVATED',
    stopped: 'DEACTIVATED FORCED_STOP',
    cancelled: 'RETIRED',
  });
  expect(listed(eSIM)).toEqual({
    unactivated: 'INVENTORY ACTIVATION_READY TEST_READY',
    activated: 'ACTIVATED',
    stopped: 'DEACTIVATED',
    cancelled: 'RETIRED OPERATOR_MANAGEMENT',
  });
  for (const platform of [thirdParty, other]) {
    expect(listed(platform)).toEqual({
      unactivated: 'NO_ACTIVE',
      activated: 'ACTIVE',
      stopped: 'STOP',
      cancelled: 'cancelled',
    });
  }
});

describe.each(tables)('table of %s', (_key, platform) => {
  const { statuses, asked, byCarrierOnly } = STATUS_TABLES[platform];
  const words = Object.keys(statuses);

  test('no status is twice the source of one action', () => {
    for (const action of actions) {
      const sources = asked.filter((transition) => transition.action === action).flatMap(({ from }) => from);
      expect(new Set(sources).size).toBe(sources.length);
    }
  });

  test('every status can be come into: asked for, made by the carrier, or derived', () => {
    const reached = new Set([...asked, ...byCarrierOnly].map(({ to }) => to));
    const first = words.filter((word) => statuses[word]?.lifecycle === 'unactivated');
    for (const word of words) {
      expect(reached.has(word) || first.includes(word) || statuses[word]?.isDerived === true, word).toBe(true);
    }
  });

  test('what only the carrier makes cannot be asked for', () => {
    const askable = new Set(asked.map(({ to }) => to));
    for (const { to } of byCarrierOnly) {
      if (!askable.has(to)) continue;
      // Only the set-up statuses may be reached both ways: the carrier delivers cards in any of them.
      expect(statuses[to]?.lifecycle, to).toBe('unactivated');
    }
  });

  test('cancelled is the end: nothing can be asked of such a card', () => {
    for (const word of words.filter((each) => statuses[each]?.lifecycle === 'cancelled')) {
      for (const action of actions)
        expect(isTransitionAllowed(platform, word, action), `${word} ${action}`).toBe(false);
      for (const { from, to } of byCarrierOnly) {
        if (from.includes(word)) expect(statuses[to]?.lifecycle).toBe('cancelled');
      }
    }
  });

  test('activate, stop and restart lead where their names say', () => {
    for (const { action, from, to } of asked) {
      const before = new Set(from.map((word) => statuses[word]?.lifecycle));
      if (action === 'active_card')
        expect([[...before], statuses[to]?.lifecycle]).toEqual([['unactivated'], 'activated']);
      if (action === 'stop_card') expect([[...before], statuses[to]?.lifecycle]).toEqual([['activated'], 'stopped']);
      if (action === 'reboot_card') expect([[...before], statuses[to]?.lifecycle]).toEqual([['stopped'], 'activated']);
      if (action === 'cancel_card') expect([...before]).toEqual(['stopped']);
    }
  });

  test('a refusal names both statuses and the action in both languages', () => {
    for (const word of words) {
      for (const action of actions) {
        const move = moveAsked(platform, word, action);
        if (move.isAllowed) continue;
        for (const language of ['zh_CN', 'en'] as const) {
          const said = say(move.refusal, language, move.facts);
          expect(said).not.toContain('{');
          if (move.refusal !== ACTION_NOT_OFFERED) expect(said).toContain(say(statusTextOf(platform, word), language));
        }
      }
    }
  });
});

test('only the carrier makes these', () => {
  const asked = (platform: Platform) => STATUS_TABLES[platform].asked.map(({ to }) => to);
  for (const word of ['UNNAMED_SHUTDOWN', 'OFFLINE_DEACTIVATED', 'PURGED', 'OPERATOR_MANAGEMENT']) {
    expect(asked(Dx)).not.toContain(word);
  }
  for (const word of ['PURGED', 'PURGED_ING', 'REPLACED']) expect(asked(Lt)).not.toContain(word);
  expect(asked(Yd)).not.toContain('preclose');
});

test('trial, test and free period are unactivated with service on', () => {
  for (const word of ['TRIAL', 'TEST_READY', 'FREE_PERIOD', 'ACTIVATED']) expect(hasService(Lt, word)).toBe(true);
  for (const word of ['INVENTORY', 'ACTIVATION_READY', 'DEACTIVATED', 'RETIRED', 'nonsense']) {
    expect(hasService(Lt, word)).toBe(false);
  }
  expect(hasService(Yd, 'test')).toBe(true);
  expect(lifecycleOf(Yd, 'test')).toBe('unactivated');
});

test('forced stop is the carrier’s «stopped» with reasons of ours', () => {
  expect(shownStatusOf(Lt, 'DEACTIVATED', [])).toBe('DEACTIVATED');
  expect(shownStatusOf(Lt, 'DEACTIVATED', [1])).toBe('FORCED_STOP');
  expect(shownStatusOf(Yd, 'stop', [2])).toBe('forcedStop');
  expect(shownStatusOf(Lt, 'ACTIVATED', [1])).toBe('ACTIVATED');
  expect(shownStatusOf(Dx, 'UNNAMED_SHUTDOWN', [3])).toBe('UNNAMED_SHUTDOWN');
  expect(shownStatusOf(eSIM, 'DEACTIVATED', [1])).toBe('DEACTIVATED');
  expect(isOutOfControl(Lt, 'ACTIVATED', [1])).toBe(true);
  expect(isOutOfControl(Lt, 'ACTIVATED', [])).toBe(false);
  expect(isOutOfControl(Lt, 'DEACTIVATED', [1])).toBe(false);
});

test('an unknown word is neither guessed nor looked up in the wrong place', () => {
  expect(lifecycleOf(Lt, 'normal')).toBeUndefined();
  expect(lifecycleOf(Lt, 'toString')).toBeUndefined();
  expect(isTransitionAllowed(Lt, '__proto__', 'stop_card')).toBe(false);
});

test('refused words read as the specification gives them', () => {
  const move = moveAsked(Lt, 'RETIRED', 'active_card');
  expect(move.isAllowed).toBe(false);
  if (!move.isAllowed) {
    expect(say(move.refusal, 'zh_CN', move.facts)).toBe('卡状态为已失效，不能执行激活卡（目标 已激活）');
    expect(say(move.refusal, 'en', move.facts)).toBe('Card is Retired; Activate cards to Activated is not allowed');
  }
  const unnamed = moveAsked(Dx, 'UNNAMED_SHUTDOWN', 'reboot_card');
  expect(unnamed).toMatchObject({ isAllowed: false, hint: { zh: '未实名停机，请先完成实名' } });
});
