import { TextButton } from '@cardinal/ui/layout/Choices.tsx';

/** An order's number opens its panel. */
export function OrderNumber(props: { orderNo: string | null; onOpen: () => void }) {
  return props.orderNo ? <TextButton onClick={props.onOpen}>{props.orderNo}</TextButton> : null;
}
