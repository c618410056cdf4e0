import { BreakerState, CarrierAccountState } from '@cardinal/contract/api/carriers/carriers.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Span } from '@cardinal/ui/layout/Text.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';

const words = {
  p95: text('P95 {ms} 毫秒', 'p95 {ms} ms'),
  limit: text('{n} / {limit}', '{n} / {limit}'),
};

const STATES: Readonly<Record<CarrierAccountState, StatusLook>> = {
  on: { shape: 'disc', tone: 'good' },
  paused: { shape: 'square', tone: 'warning' },
  off: { shape: 'cross', tone: 'neutral' },
};
const BREAKERS: Readonly<Record<BreakerState, StatusLook>> = {
  closed: { shape: 'disc', tone: 'good' },
  probing: { shape: 'half', tone: 'warning' },
  open: { shape: 'cross', tone: 'bad' },
};
/** Below this, the success rate of the last day is marked. */
const POOR_PERCENT = 95;

type Named = { readonly name: string; readonly isProven: boolean };
type Stated = {
  readonly state: CarrierAccountState;
  readonly stateReason: string | null;
  readonly isConnected: boolean;
};
type Healthy = { readonly successPercent: number | null; readonly p95Ms: number | null };
type Broken = { readonly breaker: BreakerState; readonly breakerWords: string | null };

/** A name, marked if its interface has not been verified against the real one. */
export function CarrierName(props: { account: Named }) {
  const t = useText();
  return (
    <>
      {props.account.name}
      {props.account.isProven ? null : <Badge ink="warning">{t(nouns.unproven)}</Badge>}
    </>
  );
}

export function CarrierState(props: { account: Stated }) {
  const t = useText();
  const { state, stateReason, isConnected } = props.account;
  const reason = stateReason ?? (isConnected ? undefined : t(nouns.notConnected));
  return (
    <span title={reason}>
      <StatusTag
        {...STATES[state]}
        word={t(CarrierAccountState.labelOf(state))}
        reasons={reason ? [reason] : undefined}
      />
    </span>
  );
}

export function CarrierHealth(props: { account: Healthy }) {
  const t = useText();
  const { successPercent, p95Ms } = props.account;
  if (successPercent === null) return <Nothing />;
  return (
    <Inline as="span" isWithin align="baseline">
      <Span ink={successPercent < POOR_PERCENT ? 'danger' : undefined}>{successPercent}%</Span>
      {p95Ms === null ? null : <small>{t(words.p95, { ms: countAmount(p95Ms) })}</small>}
    </Inline>
  );
}

export function CarrierBreaker(props: { account: Broken }) {
  const t = useText();
  const { breaker, breakerWords } = props.account;
  return (
    <span title={breakerWords ?? undefined}>
      <StatusTag {...BREAKERS[breaker]} word={t(BreakerState.labelOf(breaker))} />
    </span>
  );
}

export function CallsToday(props: { account: { readonly callsToday: number; readonly callsPerDay: number | null } }) {
  const t = useText();
  const { callsToday, callsPerDay } = props.account;
  if (callsPerDay === null) return countAmount(callsToday);
  const isNear = callsToday >= callsPerDay * 0.9;
  return (
    <Span ink={isNear ? 'warning' : undefined}>
      {t(words.limit, { n: countAmount(callsToday), limit: countAmount(callsPerDay) })}
    </Span>
  );
}
