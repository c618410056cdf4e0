import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { CustomerPrices } from './_engines/CustomerPrices.tsx';
import { Engines } from './_engines/Engines.tsx';
import { EngineUsage } from './_engines/EngineUsage.tsx';
import { Subscriptions } from './_engines/Subscriptions.tsx';

const words = {
  engines: text('引擎', 'Engines'),
  prices: text('客户价', 'Prices'),
  subscriptions: text('订阅', 'Subscriptions'),
};

export default function EngineManage() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'engines', title: t(words.engines), content: () => <Engines /> },
        { key: 'prices', title: t(words.prices), content: () => <CustomerPrices /> },
        { key: 'subscriptions', title: t(words.subscriptions), content: () => <Subscriptions /> },
        { key: 'usage', title: t(nouns.usage), content: () => <EngineUsage /> },
      ]}
    />
  );
}
