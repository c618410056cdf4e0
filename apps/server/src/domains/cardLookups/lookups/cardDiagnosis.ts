import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { type Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { hasService, isOutOfControl, lifecycleOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { STATUS_TABLES } from '@cardinal/contract/statuses/carrierStatuses.ts';
import { daysAgo, daysAhead } from '@cardinal/primitives/dayWords.ts';
import { type Facts, type Text, text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { reasonsText } from '../../cardCommands/face.ts';
import { actionText } from '../../cards/face.ts';

/** What is known of a card when somebody asks why it does not work. */
export type DiagnosedCard = {
  readonly platform: Platform;
  readonly carrierStatus: string;
  readonly stopReasons: readonly StopReason[];
  readonly pendingAction: string | null;
  readonly pendingSince: Date | null;
  readonly packageName: string | null;
  readonly packageEndsAt: Date | null;
  readonly servicePeriodEnd: Date | null;
  readonly flowUsed: bigint | null;
  readonly flowTotal: bigint | null;
  /** The carrier cuts off data after so many MB of a cycle, as set through the platform and confirmed; null: no cap. */
  readonly usageCapMb: number | null;
  /** Usage of this cycle as the carrier last reported it; null: not reported. */
  readonly cycleUsed: bigint | null;
  readonly lastSessionAt: Date | null;
  readonly usageJumpedAt: Date | null;
  readonly lastSyncAt: Date | null;
};

export type Diagnosis = {
  readonly state: 'good' | 'attention' | 'bad';
  readonly words: Text;
  readonly facts: Facts;
  /** The one action that would help, if the platform offers it. */
  readonly action: CardAction | null;
};

const MB = 1_048_576n;
const ENDING_DAYS = 7;
const SILENT_DAYS = 30;
const JUMPED_DAYS = 2;
const LONG_PENDING_MS = 600_000;

const { manual, arrears } = StopReason.values;

const finding = (
  state: Diagnosis['state'],
  words: Text,
  facts: Facts = {},
  action: CardAction | null = null,
): Diagnosis => ({ state, words, facts, action });

const daysBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / DAY_MS);

/** As people count: what ended an hour ago may have ended yesterday. */
function datesBetween(from: Date, to: Date): number {
  const dateOf = (at: Date) => {
    const { year, month, day } = wallTimeIn(DEFAULT_ZONE, at);
    return new Date(Date.UTC(year, month - 1, day));
  };
  return daysBetween(dateOf(from), dateOf(to));
}

/** Why the card works or does not: the first explanation that the stored facts support. */
export function diagnose(card: DiagnosedCard, now: Date): Diagnosis {
  if (card.pendingAction && card.pendingSince) return pending(card.pendingAction, card.pendingSince, now);
  if (isOutOfControl(card.platform, card.carrierStatus, card.stopReasons)) {
    return finding(
      'bad',
      text(
        '运营商侧仍在使用，但有停机原因：{reasons} → 重新停机',
        'Active at the carrier despite stop reasons ({reasons}): stop it again',
      ),
      { reasons: reasonsText(card.stopReasons) },
      'stop_card',
    );
  }
  switch (lifecycleOf(card.platform, card.carrierStatus)) {
    case 'cancelled':
      return finding('bad', text('已销户，不能再使用', 'Cancelled; can no longer be used'));
    case 'stopped':
      return stopped(card, now);
    case 'unactivated':
      return hasService(card.platform, card.carrierStatus)
        ? finding(
            'good',
            text('未激活，测试或试用期内可以使用', 'Not activated; usable during the test or trial period'),
          )
        : finding('attention', text('未激活 → 激活后可用', 'Not activated: activate to use'), {}, 'active_card');
    default:
      return running(card, now);
  }
}

function pending(action: string, since: Date, now: Date): Diagnosis {
  const facts = {
    action: actionText(action),
    minutes: Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000)),
  };
  return now.getTime() - since.getTime() > LONG_PENDING_MS
    ? finding(
        'attention',
        text(
          '{action}已下发 {minutes} 分钟，运营商仍未确认',
          '{action} was sent {minutes} {minutes|minute|minutes} ago and is not confirmed yet',
        ),
        facts,
      )
    : finding(
        'attention',
        text('{action}已下发，等待运营商确认', '{action} sent; waiting for the carrier to confirm'),
        facts,
      );
}

function stopped(card: DiagnosedCard, now: Date): Diagnosis {
  const { stopReasons, packageEndsAt } = card;
  if (stopReasons.includes(arrears)) {
    return packageEndsAt && packageEndsAt <= now
      ? finding(
          'bad',
          text(
            '套餐已于{ago}到期 → 停机（欠费）→ 续订即可恢复',
            'Package expired {ago}; stopped for arrears. Renew to restore service.',
          ),
          { ago: daysAgo(datesBetween(packageEndsAt, now)) },
        )
      : finding(
          'bad',
          text('欠费停机 → 充值或续订后恢复', 'Stopped for arrears. Recharge or renew to restore service.'),
        );
  }
  const others = stopReasons.filter((reason) => reason !== manual);
  if (others.length > 0) {
    return finding(
      'bad',
      text('停机原因：{reasons} → 消除后恢复', 'Stopped: {reasons}. Resolve the cause to restore service.'),
      {
        reasons: reasonsText(others),
      },
    );
  }
  if (stopReasons.includes(manual)) {
    return finding(
      'attention',
      text('已手动停机 → 复机即可恢复', 'Stopped manually. Restart to restore service.'),
      {},
      'reboot_card',
    );
  }
  const hint = STATUS_TABLES[card.platform].statuses[card.carrierStatus]?.hint;
  return hint
    ? finding('bad', hint)
    : finding(
        'attention',
        text(
          '运营商侧停机，无本平台停机原因 → 可复机',
          'Stopped at the carrier without a platform stop reason. You can restart it.',
        ),
        {},
        'reboot_card',
      );
}

/** The usage cap the card has reached; a cap of zero blocks data from the first byte. */
export function capReached({ usageCapMb, cycleUsed }: Pick<DiagnosedCard, 'usageCapMb' | 'cycleUsed'>): boolean {
  if (usageCapMb === null) return false;
  return usageCapMb === 0 || (cycleUsed !== null && cycleUsed >= BigInt(usageCapMb) * MB);
}

export const CAP_ADVICE = text(
  '提高或取消达量断网阈值，或等待下个账期',
  'Raise or remove the usage cap, or wait for the next cycle',
);

function running(card: DiagnosedCard, now: Date): Diagnosis {
  if (capReached(card)) {
    return finding(
      'bad',
      card.usageCapMb === 0
        ? text('达量断网：阈值为 0，数据已断开 → {advice}', 'Data cut off by a usage cap of 0 MB: {advice}')
        : text(
            '达量断网：本账期已达 {cap} MB 阈值，数据已断开 → {advice}',
            'Data cut off: usage reached the cap of {cap} MB this cycle. {advice}',
          ),
      { cap: card.usageCapMb ?? 0, advice: CAP_ADVICE },
      'set_usage_cap',
    );
  }
  const { packageEndsAt, servicePeriodEnd, flowUsed, flowTotal, lastSessionAt, usageJumpedAt } = card;
  if (servicePeriodEnd && servicePeriodEnd <= now) {
    return finding('attention', text('服务期已于{ago}结束', 'The service period ended {ago}'), {
      ago: daysAgo(datesBetween(servicePeriodEnd, now)),
    });
  }
  if (packageEndsAt && packageEndsAt <= now) {
    return finding('attention', text('套餐已于{ago}到期，请续订', 'Package expired {ago}; renew it'), {
      ago: daysAgo(datesBetween(packageEndsAt, now)),
    });
  }
  if (flowUsed !== null && flowTotal !== null && flowTotal > 0n && flowUsed >= flowTotal) {
    return finding('attention', text('套餐流量已用完', 'Data allowance used up'));
  }
  if (packageEndsAt && daysBetween(now, packageEndsAt) < ENDING_DAYS) {
    return finding('attention', text('套餐{when}到期', 'Package expires {when}'), {
      when: daysAhead(datesBetween(now, packageEndsAt)),
    });
  }
  if (lastSessionAt && daysBetween(lastSessionAt, now) >= SILENT_DAYS) {
    return finding(
      'attention',
      text('已 {days} 天未上线，请检查设备', 'Not online for {days} {days|day|days}; check the device'),
      {
        days: daysBetween(lastSessionAt, now),
      },
    );
  }
  if (usageJumpedAt && daysBetween(usageJumpedAt, now) < JUMPED_DAYS) {
    return finding(
      'attention',
      text('单日用量超过自身日均 3 倍，请检查设备', 'Daily usage exceeded 3× its own average; check the device'),
    );
  }
  if (!card.lastSyncAt) {
    return finding('attention', text('尚未与运营商同步', 'Not yet synced with the carrier'), {}, 'sync_card');
  }
  return finding('good', text('正常使用中', 'In service'));
}
