import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TransferTo } from '../../../parts/payments/TransferTo.tsx';
import { rechargeWords } from './rechargeWords.ts';

/** Where the caller's customer transfers money to. */
export default function TransferSheet({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <Sheet isOpen title={t(rechargeWords.transferTo)} onClose={onClose}>
      <TransferTo />
    </Sheet>
  );
}
