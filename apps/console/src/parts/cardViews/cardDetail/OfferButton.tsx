import { ReasonedButton } from '@cardinal/ui/ReasonedButton.tsx';

/** A button that says why it is disabled; nothing if the action is not offered. */
export function OfferButton(props: {
  offer: { readonly why: string | null } | null;
  label: string;
  isRunning?: boolean;
  isPrimary?: boolean;
  onPick: () => void;
}) {
  const { offer, isRunning = false, isPrimary = false } = props;
  if (!offer) return null;
  return (
    <ReasonedButton
      why={offer.why}
      isBusy={isRunning}
      className={isPrimary ? 'button-primary' : undefined}
      onPick={props.onPick}
    >
      {props.label}
    </ReasonedButton>
  );
}
