import { classNames } from '../classNames.ts';

export type BarTone = 'primary' | 'success' | 'warning' | 'danger' | 'edge' | 'faint' | 'pending';
const FILL = {
  primary: 'fill-primary',
  success: 'fill-success',
  warning: 'fill-warning',
  danger: 'fill-danger',
  edge: 'fill-edge',
  faint: 'fill-faint',
  pending: 'fill-pending',
} as const;

/** A share from 0 to 1 as a line of 4 px. The number beside it is what screen readers announce. */
export function ShareBar(props: { share: number; tone?: BarTone; isThick?: boolean }) {
  return (
    <span className={classNames('bar', props.isThick && 'thick')} aria-hidden="true">
      {props.share > 0 ? (
        <i className={FILL[props.tone ?? 'primary']} style={{ width: `${Math.min(1, props.share) * 100}%` }} />
      ) : null}
    </span>
  );
}

export type BarPart = { readonly key: string; readonly amount: number; readonly tone: BarTone };

/** Parts of a whole side by side; `label` is for screen readers. */
export function PartsBar(props: { parts: readonly BarPart[]; label?: string; isThick?: boolean }) {
  const look =
    props.label === undefined ? ({ 'aria-hidden': true } as const) : { role: 'img', 'aria-label': props.label };
  return (
    <span className={classNames('bar', props.isThick && 'thick')} {...look}>
      {props.parts
        .filter(({ amount }) => amount > 0)
        .map(({ key, amount, tone }) => (
          <i key={key} className={FILL[tone]} style={{ flex: `${amount} 1 0` }} />
        ))}
    </span>
  );
}
