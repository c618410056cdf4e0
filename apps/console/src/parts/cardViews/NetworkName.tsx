import type { networkSchema } from '@cardinal/contract/api/carrierSync/sessions.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import type * as z from 'zod';
import { Nothing } from '../../kit/table/cells.tsx';

export type Network = z.infer<typeof networkSchema>;

const words = { unregistered: text('未登记', 'unregistered') };

/** «Telekom 262-01»: a network by its name and its codes; an unregistered one is marked as such. */
export function NetworkName({ network }: { network: Network }) {
  const t = useText();
  const language = useLanguage();
  if (network.mcc === null) return <Nothing />;
  const name = language === 'en' ? network.en : (network.zh ?? network.en);
  return (
    <span>
      {network.isRegistered ? name : <Span ink="warning">{t(words.unregistered)}</Span>}{' '}
      <Span as="code" ink="secondary" size="s">
        {network.mcc}-{network.mnc}
      </Span>
    </span>
  );
}
