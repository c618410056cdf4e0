import type { DistributionState } from '@cardinal/contract/enumerations/product.ts';
import { DistributionState as States } from '@cardinal/contract/enumerations/product.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Money } from '@cardinal/ui/Quantity.tsx';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Nothing } from '../../kit/table/cells.tsx';

export const DISTRIBUTION_LOOKS: Readonly<Record<DistributionState, StatusLook>> = {
  on: { shape: 'disc', tone: 'good' },
  toReprice: { shape: 'half', tone: 'warning' },
  recalled: { shape: 'cross', tone: 'neutral' },
};

/** Views of what was given: whose price has to change, and what earns nothing. */
export const TO_REPRICE_VIEW = { title: States.labelOf('toReprice'), query: 'state=toReprice' };
export const NO_MARGIN_VIEW = { title: text('无毛利', 'Without margin'), query: 'marginTo=0' };

/** A price that waits, and from when on it is in force. */
export function WaitingPrice(props: {
  row: { readonly nextFrom: string | null; readonly nextReservePrice: string | null; readonly currency: string };
}) {
  const { nextFrom, nextReservePrice, currency } = props.row;
  if (nextFrom === null) return <Nothing />;
  return (
    <>
      {nextReservePrice ? <Money minor={nextReservePrice} currency={currency} showCurrency /> : null}{' '}
      <TimeText at={nextFrom} />
    </>
  );
}
