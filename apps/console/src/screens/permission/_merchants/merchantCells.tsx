import { PassedOver } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { type Looks, Nothing } from '../../../kit/table/cells.tsx';
import { certificateAlarm, daysLeft } from './certificateDays.ts';

const words = { over: text('已到期', 'Expired') };

export const MERCHANT_LOOKS: Readonly<Record<string, Looks>> = {
  breaker: {
    closed: { shape: 'disc', tone: 'good' },
    probing: { shape: 'half', tone: 'warning' },
    open: { shape: 'cross', tone: 'bad' },
  },
};
/** From here on, what is left of a daily limit is marked. */
const NEARLY_FULL_PERCENT = 80;
/** Below this, the success rate of the last day is marked. */
const POOR_PERCENT = 95;

export function TakesNew({ isEnabled }: { isEnabled: boolean }) {
  const t = useText();
  return isEnabled ? (
    <StatusTag shape="disc" tone="good" word={t(nouns.enabled)} />
  ) : (
    <StatusTag shape="square" tone="neutral" word={t(PassedOver.labelOf('disabled'))} />
  );
}

export function Success({ percent }: { percent: number | null }) {
  if (percent === null) return <Nothing />;
  return <Span ink={percent < POOR_PERCENT ? 'danger' : undefined}>{percent}%</Span>;
}

/** How much of the daily limit is taken; from there on its backups take the orders. */
export function CapUsed({ percent }: { percent: number | null }) {
  if (percent === null) return <Nothing />;
  return (
    <Span ink={percent < 100 ? (percent < NEARLY_FULL_PERCENT ? undefined : 'warning') : 'danger'}>{percent}%</Span>
  );
}

/** The day a certificate ends, in amber and then in red as it comes near. */
export function CertificateEnds({ at }: { at: string | null }) {
  const t = useText();
  if (at === null) return <Nothing />;
  const days = daysLeft(at, Date.now());
  const alarm = certificateAlarm(days);
  const left = days <= 0 ? t(words.over) : t(units.nDays, { n: countAmount(days) });
  const ink = alarm === undefined ? undefined : alarm === 30 ? 'warning' : 'danger';
  return (
    <Inline as="span" isWithin align="baseline">
      <Span ink={ink} weight={alarm === 1 ? 'strong' : 'normal'}>
        {wallTime(at).slice(0, 10)}
      </Span>
      {alarm === undefined ? null : (
        <Span as="small" ink={ink}>
          {left}
        </Span>
      )}
    </Inline>
  );
}
