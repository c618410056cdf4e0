import type { networkSchema } from '@cardinal/contract/api/carrierSync/sessions.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import type * as z from 'zod';
import { Nothing } from '../../kit/table/cells.tsx';
import './places.css';

export type Network = z.infer<typeof networkSchema>;

const words = { unregistered: text('未登记', 'unregistered') };

/** «Telekom 262-01»: a network by its name and its codes; of one nobody has registered the codes say so. */
export function NetworkName({ network }: { network: Network }) {
  const t = useText();
  const language = useLanguage();
  if (network.mcc === null) return <Nothing />;
  const name = language === 'en' ? network.en : (network.zh ?? network.en);
  return (
    <span className="network-name">
      {network.isRegistered ? name : <em>{t(words.unregistered)}</em>}{' '}
      <code>
        {network.mcc}-{network.mnc}
      </code>
    </span>
  );
}
