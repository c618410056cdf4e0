import type { VolumeUnit } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import { createContext, type ReactNode, use } from 'react';
import { byteAmount, durationAmount, moneyAmount, preferredAmount } from './amounts.ts';
import { classNames } from './classNames.ts';
import { useLanguage, useText } from './language.tsx';
import { relativeTime, wallTime } from './moments.ts';

const READ_AT = text('读数时间 {at}（{age}）', 'Read at {at} ({age})');
const STALE = text('读数比平时旧', 'Reading is older than usual');
const USED = text('已用 {percent}%', '{percent}% used');

/** A measured value: number and unit, right-aligned; the age of the reading on hover, an amber dot if it is late. */
export function Quantity(props: { value: string; unit?: string; readAt?: string | undefined; isStale?: boolean }) {
  const t = useText();
  const language = useLanguage();
  const { readAt } = props;
  return (
    <span
      className="quantity"
      title={readAt ? t(READ_AT, { at: wallTime(readAt), age: relativeTime(readAt, Date.now(), language) }) : undefined}
    >
      {props.isStale ? (
        <>
          <i className="dot" aria-hidden="true" />
          <span className="only-heard">{t(STALE)}</span>
        </>
      ) : null}
      <b>{props.value}</b>
      {props.unit ? <small>{props.unit}</small> : null}
    </span>
  );
}

const UnitContext = createContext<VolumeUnit | undefined>(undefined);

/** Volumes below it use this unit; without one each uses its shortest. */
export function VolumeUnitProvider(props: { unit: VolumeUnit | undefined; children: ReactNode }) {
  return <UnitContext value={props.unit}>{props.children}</UnitContext>;
}

/** Bytes on base 1024. */
export function Volume(props: { bytes: string | bigint; unit?: VolumeUnit; readAt?: string; isStale?: boolean }) {
  const { bytes, unit, ...rest } = props;
  const preferred = use(UnitContext);
  return <Quantity {...(unit ? byteAmount(bytes, unit) : preferredAmount(bytes, preferred))} {...rest} />;
}

export function Duration(props: { seconds: string | bigint | number }) {
  return <Quantity value={durationAmount(props.seconds)} />;
}

/** Two decimals, thousands separated; a negative amount has a minus and no colour. The currency is in the header. */
export function Money(props: {
  minor: string | bigint;
  currency?: string;
  showCurrency?: boolean;
  onExplain?: () => void;
}) {
  const amount = moneyAmount(props.minor, props.currency);
  const shown = props.showCurrency ? (
    <>
      {amount} <small>{props.currency ?? 'CNY'}</small>
    </>
  ) : (
    amount
  );
  return props.onExplain ? (
    <button type="button" className="money money-explained" onClick={props.onExplain}>
      {shown}
    </button>
  ) : (
    <span className="money">{shown}</span>
  );
}

/** The used share of an allowance: a bar of 4 px below the number, extended beyond its end for overuse. */
export function VolumeBar(props: {
  used: string | bigint;
  total: string | bigint;
  label?: string;
  /** The warning threshold, if not nine tenths. */
  isNear?: boolean;
}) {
  const t = useText();
  const used = BigInt(props.used);
  const total = BigInt(props.total);
  if (total <= 0n) return null;
  const permille = Number((used * 1000n) / total);
  const percent = Math.floor(permille / 10);
  const over = Math.min(Math.max(permille - 1000, 0), 250);
  return (
    <span
      className={classNames(
        'volume-bar',
        permille >= 1000 ? 'is-over' : (props.isNear ?? permille >= 900) && 'is-near',
      )}
      role="img"
      aria-label={props.label ? `${props.label} ${t(USED, { percent })}` : t(USED, { percent })}
    >
      <i style={{ width: `${Math.min(permille, 1000) / 12.5}%` }} />
      {over > 0 ? <b style={{ width: `${over / 12.5}%` }} /> : null}
    </span>
  );
}
