import { listBlocked } from '@cardinal/contract/api/renewals/blocked.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { BlockedTable } from './BlockedTable.tsx';

/** Every renewal of the caller's cards that a rule refused. */
export default function BlockedSheet({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Sheet isOpen title={t(listBlocked.summary)} width={1100} onClose={onClose}>
      <BlockedTable />
    </Sheet>
  );
}
