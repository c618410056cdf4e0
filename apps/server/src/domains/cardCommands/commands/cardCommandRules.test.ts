import { Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import type { StatusAction } from '@cardinal/contract/statuses/statusTable.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandCard, decide, isBeyondRefresh, replaces, STATUS_ACTIONS } from './cardCommandRules.ts';
import { reasonsAfter, reasonsOf, reasonsRestored } from './reasonRules.ts';

const { manual, arrears, realName } = StopReason.values;
const card = (over: Partial<CommandCard> = {}): CommandCard => ({
  platform: Platform.values.Lt,
  carrierStatus: 'ACTIVATED',
  stopReasons: [],
  pendingAction: null,
  ...over,
});

const byHand = (...reasons: StopReason[]) => ({ reasons, isRuled: false });
const ruled = (...reasons: StopReason[]) => ({ reasons, isRuled: true });

describe('what a rule has moved on a card', () => {
  const { imei } = StopReason.values;
  it('is carried by the command that stops it, if it still stands', () => {
    const separated = card({ stopReasons: [manual, imei] });
    expect(decide(separated, 'forced_stop_card', ruled(imei))).toMatchObject({ kind: 'ask', move: { adds: [imei] } });
    const both = card({ stopReasons: [arrears, imei] });
    expect(decide(both, 'forced_stop_card', ruled(arrears, imei))).toMatchObject({ move: { adds: [arrears, imei] } });
    expect(decide(both, 'forced_stop_card', ruled(realName))).toMatchObject({ kind: 'skip', why: 'changedSince' });
  });
  it('is nothing to do for one that stands still already', () => {
    const stopped = card({ carrierStatus: 'DEACTIVATED', stopReasons: [imei] });
    expect(decide(stopped, 'forced_stop_card', ruled(imei))).toMatchObject({ kind: 'skip', why: 'already' });
  });
  it('restarts it only when nothing else holds it by then', () => {
    const free = card({ carrierStatus: 'DEACTIVATED' });
    expect(decide(free, 'lift_forced_stop', ruled(arrears))).toMatchObject({
      to: 'ACTIVATED',
      move: { lifts: [arrears] },
    });
    const held = card({ carrierStatus: 'DEACTIVATED', stopReasons: [realName] });
    expect(decide(held, 'lift_forced_stop', ruled(arrears))).toMatchObject({ kind: 'skip', why: 'held' });
    const again = card({ carrierStatus: 'DEACTIVATED', stopReasons: [arrears] });
    expect(decide(again, 'lift_forced_stop', ruled(arrears))).toMatchObject({ kind: 'skip', why: 'held' });
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
      move: { adds: [manual], lifts: [] },
    });
  });

  it('a stop of a card stopped for arrears only adds the reason', () => {
    const stopped = card({ carrierStatus: 'DEACTIVATED', stopReasons: [arrears] });
    expect(decide(stopped, 'stop_card')).toMatchObject({ kind: 'reasonsOnly', move: { adds: [manual], lifts: [] } });
  });

  it('a restart asks the carrier only when no other reason is left', () => {
    const both = card({ carrierStatus: 'DEACTIVATED', stopReasons: [manual, arrears, realName] });
    expect(decide(both, 'reboot_card')).toMatchObject({ kind: 'reasonsOnly', move: { lifts: [manual] } });
    const own = card({ carrierStatus: 'DEACTIVATED', stopReasons: [manual] });
    expect(decide(own, 'reboot_card')).toMatchObject({ kind: 'ask', to: 'ACTIVATED', move: { lifts: [manual] } });
  });

  it('a named reason is added and lifted alone, and the carrier is asked only for the last', () => {
    expect(decide(card(), 'forced_stop_card', byHand(arrears))).toMatchObject({
      kind: 'ask',
      move: { adds: [arrears] },
    });
    const both = card({ carrierStatus: 'DEACTIVATED', stopReasons: [manual, arrears] });
    expect(decide(both, 'forced_stop_card', byHand(realName))).toMatchObject({
      kind: 'reasonsOnly',
      move: { adds: [realName] },
    });
    expect(decide(both, 'lift_forced_stop', byHand(arrears))).toMatchObject({
      kind: 'reasonsOnly',
      move: { lifts: [arrears] },
    });
    expect(decide(both, 'lift_forced_stop', byHand(realName))).toMatchObject({ kind: 'skip', why: 'already' });
    const last = card({ carrierStatus: 'DEACTIVATED', stopReasons: [arrears] });
    expect(decide(last, 'lift_forced_stop', byHand(arrears))).toMatchObject({
      kind: 'ask',
      to: 'ACTIVATED',
      move: { adds: [], lifts: [arrears] },
    });
    // Where the carrier would not restart it, or runs it in spite of us, the reason goes all the same.
    for (const carrierStatus of ['SLEEP', 'ACTIVATED', 'RETIRED'])
      expect(decide({ ...last, carrierStatus }, 'lift_forced_stop', byHand(arrears))).toMatchObject({
        kind: 'reasonsOnly',
        move: { lifts: [arrears] },
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

  it('a start that leaves other reasons is told plainly, and says of none that it was lifted', () => {
    const owing = card({ carrierStatus: 'DEACTIVATED', stopReasons: [arrears] });
    expect(decide(owing, 'reboot_card')).toMatchObject({ kind: 'skip', why: 'held', facts: { left: { zh: '欠费' } } });
    const inventory = card({ carrierStatus: 'INVENTORY', stopReasons: [realName] });
    expect(decide(inventory, 'active_card')).toMatchObject({ kind: 'skip', why: 'held' });
    const asleep = card({ carrierStatus: 'SLEEP', stopReasons: [realName] });
    expect(decide(asleep, 'exit_sleep')).toMatchObject({ kind: 'skip', why: 'held' });
  });

  it('never asks the carrier to start a card that has a reason of its own left, by any action on any carrier', () => {
    const cards = fc.constantFrom(...Object.keys(STATUS_TABLES).map(Number)).chain((platform) =>
      fc.record({
        platform: fc.constant(platform as Platform),
        carrierStatus: fc.constantFrom(...Object.keys(STATUS_TABLES[platform as Platform].statuses)),
        stopReasons: fc.subarray(StopReason.options.map((option) => option.value)),
        pendingAction: fc.constant(null),
      }),
    );
    const actions = fc.constantFrom(...([...STATUS_ACTIONS] as StatusAction[]));
    const reasons = fc.subarray([arrears, realName], { minLength: 1 });
    fc.assert(
      fc.property(cards, actions, reasons, fc.boolean(), (any, action, stopReasons, isRuled) => {
        const asking = { reasons: reasonsOf(action, { stopReasons }), isRuled };
        const decision = decide(any, action, asking);
        if (decision.kind === 'skip') return;
        const left = reasonsAfter(any.stopReasons, decision.move);
        const lifecycle = (status: string) => STATUS_TABLES[any.platform].statuses[status]?.lifecycle;
        expect(left).toEqual(left.toSorted((a, b) => a - b));
        if (
          decision.kind === 'ask' &&
          lifecycle(any.carrierStatus) !== 'activated' &&
          lifecycle(decision.to) === 'activated'
        ) {
          expect(left).toEqual([]);
        }
        if (isRuled) expect(new Set(left)).toEqual(new Set(any.stopReasons));
        else expect(reasonsRestored(left, decision.move)).toEqual(any.stopReasons);
      }),
      { numRuns: 1_000 },
    );
  });
});
