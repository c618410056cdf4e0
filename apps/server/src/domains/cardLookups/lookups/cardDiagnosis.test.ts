import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { say } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { describe, expect, it } from 'vitest';
import { type DiagnosedCard, diagnose } from './cardDiagnosis.ts';

const NOW = new Date('2026-11-20T02:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const { manual, arrears, realName } = StopReason.values;

const card = (over: Partial<DiagnosedCard> = {}): DiagnosedCard => ({
  platform: 1,
  carrierStatus: 'ACTIVATED',
  stopReasons: [],
  pendingAction: null,
  pendingSince: null,
  packageName: '100MB 月包',
  packageEndsAt: inDays(60),
  servicePeriodEnd: inDays(600),
  flowUsed: 10n,
  flowTotal: 100n,
  usageCapMb: null,
  cycleUsed: null,
  lastSessionAt: inDays(-1),
  usageJumpedAt: null,
  lastSyncAt: inDays(0),
  ...over,
});
const said = (over: Partial<DiagnosedCard>, language: 'zh_CN' | 'en' = 'zh_CN') => {
  const { state, words, facts, action } = diagnose(card(over), NOW);
  return { state, words: say(words, language, facts), action };
};

describe('why does this card not work', () => {
  it('it does', () => {
    expect(said({})).toEqual({ state: 'good', words: '正常使用中', action: null });
  });

  it.each([
    [
      { carrierStatus: 'DEACTIVATED', stopReasons: [arrears], packageEndsAt: inDays(-3) },
      'bad',
      '套餐已于 3 天前到期 → 停机（欠费）→ 续订即可恢复',
      null,
    ],
    [{ carrierStatus: 'DEACTIVATED', stopReasons: [manual] }, 'attention', '已手动停机 → 复机即可恢复', 'reboot_card'],
    [
      { carrierStatus: 'DEACTIVATED', stopReasons: [manual, realName] },
      'bad',
      '停机原因：实名未通过 → 消除后恢复',
      null,
    ],
    [{ carrierStatus: 'DEACTIVATED' }, 'attention', '运营商侧停机，无本平台停机原因 → 可复机', 'reboot_card'],
    [{ stopReasons: [manual] }, 'bad', '运营商侧仍在使用，但有停机原因：手动停机 → 重新停机', 'stop_card'],
    [{ platform: 3, carrierStatus: 'UNNAMED_SHUTDOWN' }, 'bad', '未实名停机，请先完成实名', null],
    [{ carrierStatus: 'RETIRED' }, 'bad', '已销户，不能再使用', null],
    [{ carrierStatus: 'INVENTORY' }, 'attention', '未激活 → 激活后可用', 'active_card'],
    [{ carrierStatus: 'TEST_READY' }, 'good', '未激活，测试或试用期内可以使用', null],
    [{ packageEndsAt: inDays(-0.01) }, 'attention', '套餐已于今天到期，请续订', null],
    [{ packageEndsAt: inDays(-0.6) }, 'attention', '套餐已于 1 天前到期，请续订', null],
    [{ servicePeriodEnd: inDays(0) }, 'attention', '服务期已于今天结束', null],
    [{ packageEndsAt: inDays(0.1) }, 'attention', '套餐今天到期', null],
    [{ packageEndsAt: inDays(2) }, 'attention', '套餐 2 天后到期', null],
    [{ flowUsed: 100n }, 'attention', '套餐流量已用完', null],
    [{ usageCapMb: 500, cycleUsed: 499n * 1_048_576n }, 'good', '正常使用中', null],
    [
      { usageCapMb: 500, cycleUsed: 500n * 1_048_576n },
      'bad',
      '达量断网：本账期已达 500 MB 阈值，数据已断开 → 提高或取消达量断网阈值，或等待下个账期',
      'set_usage_cap',
    ],
    [
      { usageCapMb: 0 },
      'bad',
      '达量断网：阈值为 0，数据已断开 → 提高或取消达量断网阈值，或等待下个账期',
      'set_usage_cap',
    ],
    [{ usageCapMb: 500, cycleUsed: null }, 'good', '正常使用中', null],
    [{ packageEndsAt: inDays(2) }, 'attention', '套餐 2 天后到期', null],
    [{ packageEndsAt: inDays(-1) }, 'attention', '套餐已于 1 天前到期，请续订', null],
    [{ usageJumpedAt: inDays(-1) }, 'attention', '单日用量超过自身日均 3 倍，请检查设备', null],
    [{ lastSessionAt: inDays(-45) }, 'attention', '已 45 天未上线，请检查设备', null],
    [{ lastSyncAt: null }, 'attention', '尚未与运营商同步', 'sync_card'],
    [{ pendingAction: 'stop_card', pendingSince: inDays(0) }, 'attention', '停机已下发，等待运营商确认', null],
    [
      { pendingAction: 'stop_card', pendingSince: new Date(NOW.getTime() - 25 * 60_000) },
      'attention',
      '停机已下发 25 分钟，运营商仍未确认',
      null,
    ],
  ] as [Partial<DiagnosedCard>, string, string, string | null][])('%o', (over, state, words, action) => {
    expect(said(over)).toEqual({ state, words, action });
    expect(said(over, 'en').words).not.toMatch(/[\u4e00-\u9fff]|\{/);
  });
});
