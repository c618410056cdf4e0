import { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandCard, decide, isBeyondRefresh, namedReason, replaces } from './cardCommandRules.ts';

const { manual, arrears, realName } = StopReason.values;
const card = (over: Partial<CommandCard> = {}): CommandCard => ({
  platform: Platform.values.Lt,
  carrierStatus: 'ACTIVATED',
  stopReasons: [],
  pendingAction: null,
  ...over,
});

describe('a stop for another reason than somebody’s wish', () => {
  const { imei } = StopReason.values;
  it('is asked of a card that has the reason and still runs, and leaves the manual one alone', () => {
    const separated = card({ stopReasons: [imei] });
    expect(decide(separated, 'stop_card', imei)).toMatchObject({ kind: 'ask', stopReasons: [imei], reason: imei });
    const both = card({ stopReasons: [manual, imei] });
    expect(decide(both, 'stop_card', imei)).toMatchObject({ kind: 'ask', stopReasons: [manual, imei] });
  });
  it('is nothing to do for one that stands still for it already', () => {
    const stopped = card({ carrierStatus: 'DEACTIVATED', stopReasons: [imei] });
    expect(decide(stopped, 'stop_card', imei)).toMatchObject({ kind: 'skip', why: 'already' });
  });
});

describe('asking the carrier about a card', () => {
  it('ends with the card: cancelled, closed, invalid, or past its service period', () => {
    const now = new Date('2026-11-20T02:00:00Z');
    const beyond = (platform: Platform, status: string, end: string | null = null) =>
      isBeyondRefresh(
        {
          lifecycle: STATUS_TABLES[platform].statuses[status]?.lifecycle ?? '',
          service_period_end: end ? new Date(end) : null,
        },
        now,
      );
    const { Lt, Yd, Dx, Gd, other } = Platform.values;
    for (const [platform, status] of [
      [Lt, 'RETIRED'],
      [Lt, 'PURGED'],
      [Lt, 'PURGED_ING'],
      [Lt, 'REPLACED'],
      [Yd, 'preclose'],
      [Dx, 'OPERATOR_MANAGEMENT'],
      [Gd, 'ACCOUNT_CLOSED'],
      [other, 'cancelled'],
    ] as const)
      expect([status, beyond(platform, status)]).toEqual([status, true]);
    expect(beyond(Lt, 'ACTIVATED', '2026-11-20T02:00:00Z')).toBe(true);
    for (const [status, end] of [
      ['ACTIVATED', '2026-11-20T02:00:01Z'],
      ['DEACTIVATED', null],
      ['TEST_READY', null],
    ] as const)
      expect([status, beyond(Lt, status, end)]).toEqual([status, false]);
  });
});

describe('what asking a card means', () => {
  it('a stop of an activated card asks the carrier and adds the manual reason', () => {
    expect(decide(card(), 'stop_card')).toEqual({
      kind: 'ask',
      to: 'DEACTIVATED',
      stopReasons: [manual],
      reason: manual,
    });
  });

  it('a stop of a card stopped for arrears only adds the reason', () => {
    const stopped = card({ carrierStatus: 'DEACTIVATED', stopReasons: [arrears] });
    expect(decide(stopped, 'stop_card')).toMatchObject({ kind: 'reasonsOnly', stopReasons: [arrears, manual] });
  });

  it('a restart asks the carrier only when no other reason is left', () => {
    const both = card({ carrierStatus: 'DEACTIVATED', stopReasons: [manual, arrears, realName] });
    expect(decide(both, 'reboot_card')).toMatchObject({ kind: 'reasonsOnly', stopReasons: [arrears, realName] });
    const own = card({ carrierStatus: 'DEACTIVATED', stopReasons: [manual] });
    expect(decide(own, 'reboot_card')).toMatchObject({ kind: 'ask', to: 'ACTIVATED', stopReasons: [] });
  });

  it('a named reason is added and lifted alone, and the carrier is asked only for the last', () => {
    expect(decide(card(), 'forced_stop_card', arrears)).toMatchObject({ kind: 'ask', stopReasons: [arrears] });
    const both = card({ carrierStatus: 'DEACTIVATED', stopReasons: [manual, arrears] });
    expect(decide(both, 'forced_stop_card', realName)).toMatchObject({
      kind: 'reasonsOnly',
      stopReasons: [manual, arrears, realName],
    });
    expect(decide(both, 'lift_forced_stop', arrears)).toMatchObject({ kind: 'reasonsOnly', stopReasons: [manual] });
    expect(decide(both, 'lift_forced_stop', realName)).toMatchObject({ kind: 'skip', why: 'already' });
    const last = card({ carrierStatus: 'DEACTIVATED', stopReasons: [arrears] });
    expect(decide(last, 'lift_forced_stop', arrears)).toMatchObject({
      kind: 'ask',
      to: 'ACTIVATED',
      stopReasons: [],
      reason: arrears,
    });
    // Where the carrier would not restart it, or runs it in spite of us, the reason goes all the same.
    for (const carrierStatus of ['SLEEP', 'ACTIVATED', 'RETIRED'])
      expect(decide({ ...last, carrierStatus }, 'lift_forced_stop', arrears)).toMatchObject({
        kind: 'reasonsOnly',
        stopReasons: [],
      });
  });

  it('a named reason neither takes the place of another wish that waits nor gives its own up', () => {
    expect(replaces('reboot_card', 'stop_card')).toBe(true);
    expect(replaces('stop_card', 'stop_card')).toBe(false);
    expect(replaces('lift_forced_stop', 'stop_card')).toBe(false);
    expect(replaces('cancel_card', 'forced_stop_card')).toBe(false);
  });

  it('what is already so is skipped', () => {
    expect(decide(card(), 'reboot_card')).toMatchObject({ kind: 'skip', why: 'already' });
    expect(decide(card({ carrierStatus: 'DEACTIVATED', stopReasons: [manual] }), 'stop_card')).toMatchObject({
      kind: 'skip',
      why: 'already',
    });
  });

  it('a cancelled card refuses naming both states', () => {
    const decision = decide(card({ carrierStatus: 'RETIRED' }), 'stop_card');
    expect(decision).toMatchObject({ kind: 'skip', why: 'transition' });
    expect(JSON.stringify(decision)).toContain('已失效');
  });

  it('nothing is asked while a command is open', () => {
    expect(decide(card({ pendingAction: 'stop_card' }), 'reboot_card')).toMatchObject({
      kind: 'skip',
      why: 'commandOpen',
    });
  });

  it('never asks the carrier to start a card that has a reason of its own left, on any carrier', () => {
    const cards = fc.constantFrom(...Object.keys(STATUS_TABLES).map(Number)).chain((platform) =>
      fc.record({
        platform: fc.constant(platform as Platform),
        carrierStatus: fc.constantFrom(...Object.keys(STATUS_TABLES[platform as Platform].statuses)),
        stopReasons: fc.uniqueArray(fc.constantFrom(...StopReason.options.map((option) => option.value))),
        pendingAction: fc.constant(null),
      }),
    );
    fc.assert(
      fc.property(cards, fc.constantFrom('reboot_card', 'active_card', 'lift_forced_stop'), (any, action) => {
        const lifted = namedReason(action, arrears);
        const decision = decide(any, action, lifted);
        const others = any.stopReasons.filter((reason) => reason !== lifted);
        if (decision.kind === 'ask') expect(decision.stopReasons).toEqual(others);
        if (
          decision.kind === 'ask' &&
          STATUS_TABLES[any.platform].statuses[any.carrierStatus]?.lifecycle === 'stopped'
        ) {
          expect(others).toEqual([]);
        }
      }),
    );
  });
});
