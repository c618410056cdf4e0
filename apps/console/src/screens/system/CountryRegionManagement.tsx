import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { Divisions } from './_countries/Divisions.tsx';
import { Regions } from './_countries/Regions.tsx';

const words = {
  regions: text('售卖地区', 'Sold regions'),
  divisions: text('中国省市区', 'Provinces and cities of China'),
};

export default function CountriesAndRegions() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'regions', title: t(words.regions), content: () => <Regions /> },
        {
          key: 'divisions',
          title: t(words.divisions),
          content: () => (
            <>
              <h2 className="only-heard">{t(words.divisions)}</h2>
              <Divisions />
            </>
          ),
        },
      ]}
    />
  );
}
