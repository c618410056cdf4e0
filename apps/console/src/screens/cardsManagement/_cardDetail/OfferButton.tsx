import { classNames } from '@cardinal/ui/classNames.ts';
import { Tooltip } from 'antd';

/** A button that says why it is disabled; nothing if the action is not offered. */
export function OfferButton(props: {
  offer: { readonly why: string | null } | null;
  label: string;
  isRunning?: boolean;
  isPrimary?: boolean;
  onPick: () => void;
}) {
  const { offer, isRunning = false } = props;
  if (!offer) return null;
  return (
    <Tooltip title={offer.why}>
      <button
        type="button"
        className={classNames('button', props.isPrimary && 'button-primary')}
        aria-disabled={offer.why !== null || isRunning}
        onClick={() => {
          if (offer.why === null && !isRunning) props.onPick();
        }}
      >
        {props.label}
      </button>
    </Tooltip>
  );
}
