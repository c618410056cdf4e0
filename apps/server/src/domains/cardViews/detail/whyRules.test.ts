import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { expect, test } from 'vitest';
import type { CardState } from '../../cards/cardState.ts';
import { answerTo, moverOf, setterOf, type WhyLine } from './whyRules.ts';

const { manual, arrears } = StopReason.values;
const FREE: CardState = { status: 'ACTIVATED', reasons: [], customer: '10', tags: [] };
let minute = 0;
const line = (
  action: string,
  result: string,
  state: Partial<CardState> | null,
  more: Partial<WhyLine> = {},
): WhyLine => ({
  at: new Date(Date.UTC(2026, 10, 1, 0, minute++)),
  action,
  result,
  customerId: '10',
  state: state && { ...FREE, ...state },
  toWord: state?.status ?? null,
  commandId: null,
  source: 'console',
  ...more,
});

const STOPPED = { status: 'DEACTIVATED', reasons: [manual] };
const imported = line('import_card', 'done', {});
const asked = line('stop_card', 'asked', { reasons: [manual], pending: 'stop_card' }, { commandId: '7' });
const confirmed = line('stop_card', 'confirmed', STOPPED, { commandId: '7' });
const tagged = line('set_tag', 'done', { ...STOPPED, tags: ['1'] });

test('a reason leads to the line that set it, whatever was written since; its command to the answer', () => {
  const lines = [imported, asked, confirmed, tagged];
  expect(setterOf(lines, manual)).toBe(asked);
  expect(answerTo(lines, '7')).toBe(confirmed);
  expect(answerTo([imported, asked], '7')).toBeUndefined();
});

test('a restart that was refused does not make the stop a new one; one that came true does', () => {
  const restart = line('reboot_card', 'asked', { status: 'DEACTIVATED', pending: 'reboot_card' }, { commandId: '8' });
  const refused = line('reboot_card', 'refused', STOPPED, { commandId: '8' });
  expect(setterOf([imported, asked, confirmed, restart, refused], manual)).toBe(asked);
  const started = line('reboot_card', 'confirmed', {}, { commandId: '8' });
  const again = line('stop_card', 'asked', { reasons: [manual] }, { commandId: '9' });
  expect(setterOf([imported, asked, confirmed, restart, started, again], manual)).toBe(again);
});

test('each reason has its own beginning', () => {
  const owing = line('forced_stop_card', 'done', { status: 'DEACTIVATED', reasons: [manual, arrears] });
  expect(setterOf([imported, asked, confirmed, owing], arrears)).toBe(owing);
  expect(setterOf([imported, asked, confirmed, owing], manual)).toBe(asked);
});

test('what stood already when the first state was kept has no setter', () => {
  expect(setterOf([line('stop_card', 'confirmed', null), tagged], manual)).toBeUndefined();
  expect(moverOf([tagged], 'DEACTIVATED')).toBeUndefined();
});

test('before states were kept, the latest stop of our own answers for a reason', () => {
  const old = line('stop_card', 'asked', null, { commandId: '3' });
  const foreign = line('stop_card', 'done', null, { source: 'carrier', toWord: 'DEACTIVATED' });
  expect(setterOf([old, foreign], manual)).toBe(old);
  expect(setterOf([old, foreign], arrears)).toBeUndefined();
  expect(moverOf([old, foreign], 'DEACTIVATED')).toBe(foreign);
});

test('without a reason of ours the move to the status answers', () => {
  const foreign = line('stop_card', 'done', { status: 'DEACTIVATED' }, { source: 'carrier' });
  const noted = line('edit_remark', 'done', { status: 'DEACTIVATED', remark: 'x' });
  expect(moverOf([imported, foreign, noted], 'DEACTIVATED')).toBe(foreign);
});
