import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';

const ORDERABLE = text('可订购', 'Orderable');

/** The head of a column of `Orderable`. */
export const CAN_ORDER = text('能否订购', 'Can be ordered');

/** Whether a package can be ordered for a card of any product it is bound to, or the switch that is off. */
export function Orderable({ whyNot }: { whyNot: OrderingSwitch | null }) {
  const t = useText();
  return whyNot === null ? (
    <StatusTag shape="disc" tone="good" word={t(ORDERABLE)} />
  ) : (
    <StatusTag shape="half" tone="warning" word={t(OrderingSwitch.labelOf(whyNot))} />
  );
}
