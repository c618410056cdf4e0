import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import type { Looks } from '../../../kit/table/cells.tsx';
import { hrefOf, navigate } from '../../../shell/navigation.ts';

/** Said by both lists. */
export const orderWords = {
  lines: text('条记录', '{n|record|records}'),
};

export const ORDER_LOOKS: Readonly<Record<string, Looks>> = {
  lineState: {
    1: { shape: 'half', tone: 'busy' },
    2: { shape: 'disc', tone: 'good' },
    3: { shape: 'half', tone: 'warning' },
    4: { shape: 'cross', tone: 'bad' },
    5: { shape: 'square', tone: 'neutral' },
  },
  usageState: {
    0: { shape: 'ring', tone: 'neutral' },
    1: { shape: 'disc', tone: 'good' },
    2: { shape: 'square', tone: 'neutral' },
    3: { shape: 'cross', tone: 'warning' },
    4: { shape: 'square', tone: 'neutral' },
    5: { shape: 'cross', tone: 'neutral' },
  },
};

/** A card's number: a click copies it, its arrow opens the card; the detail redirects to its carrier's address. */
export function CardNumber({ iccid }: { iccid: string }) {
  const path = `/cardsManagement/cardDetailLt?iccid=${iccid}`;
  return <Identifier value={iccid} href={hrefOf(path)} onOpen={() => navigate(path)} />;
}

/** An order's number opens its panel. */
export function OrderNumber(props: { orderNo: string | null; onOpen: () => void }) {
  return props.orderNo ? <TextButton onClick={props.onOpen}>{props.orderNo}</TextButton> : null;
}
