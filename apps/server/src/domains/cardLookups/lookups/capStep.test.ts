import { say } from '@cardinal/primitives/text.ts';
import { expect, test } from 'vitest';
import { capStep, concluded, sessionStep } from './lookupRules.ts';

const MB = 1_048_576n;
const told = (capMb: number, used: bigint | null) => {
  const { verdict, words, advice } = capStep(capMb, used);
  return [verdict, say(words, 'zh_CN'), advice && say(advice, 'zh_CN')];
};

test('a cap that was set through us is told as reached, as not reached, or as unknown where no reading of this cycle is', () => {
  const advice = '提高或取消达量断网阈值，或等待下个账期';
  expect(told(500, 500n * MB)).toEqual(['bad', '已达 500 MB 阈值，数据已断开', advice]);
  expect(told(500, 123n * MB)).toEqual(['good', '未达到：已用 123 / 500 MB', null]);
  expect(told(500, null)).toEqual(['unknown', '阈值 500 MB，本账期用量未知', null]);
  expect(told(0, null)).toEqual(['bad', '已达 0 MB 阈值，数据已断开', advice]);
});

test('an offline card that has reached its cap is explained by the cap, not by its device', () => {
  const session = { iccid: '1', isOnline: false, startedAt: null, endedAt: null, ipAddress: null, apn: null };
  const steps = [capStep(500, 500n * MB), sessionStep({ kind: 'ok', answer: session })];
  const { state, words } = concluded({ state: 'good', words: { zh: '', en: '' } }, steps);
  expect([state, words.zh]).toEqual(['bad', '已达 500 MB 阈值，数据已断开 → 提高或取消达量断网阈值，或等待下个账期']);
});
