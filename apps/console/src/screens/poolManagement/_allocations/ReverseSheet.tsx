import { previewReverse } from '@cardinal/contract/api/cardAllocations/allocations.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { WayBack } from '../../../parts/cardBatches/UndoSheet.tsx';

const TITLE = text('冲回 {no}', 'Reverse {no}');

/** Puts the cards of a document back, and what was paid for them. */
export default function ReverseSheet(props: {
  of: { readonly id: string; readonly allocationNo: string };
  onClose: () => void;
}) {
  const t = useText();
  const { id, allocationNo } = props.of;
  // A preview is frozen: each opening asks for a new one, and nothing refetches it.
  const asked = useRead(
    previewReverse,
    { allocationId: id },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  return <WayBack title={t(TITLE, { no: allocationNo })} asked={asked} onClose={props.onClose} />;
}
