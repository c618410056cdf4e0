import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DetailTabs } from '../../kit/DetailTabs.tsx';
import { Divisions } from './_countries/Divisions.tsx';
import { Regions } from './_countries/Regions.tsx';
import './_countries/countries.css';

const words = {
  parts: text('国家地区', 'Countries and regions'),
  regions: text('售卖地区', 'Sold regions'),
  divisions: text('中国省市区', 'Provinces and cities of China'),
};

export default function CountriesAndRegions() {
  const t = useText();
  return (
    <DetailTabs
      isScreen
      label={t(words.parts)}
      tabs={[
        { key: 'regions', title: t(words.regions), content: () => <Regions /> },
        {
          key: 'divisions',
          title: t(words.divisions),
          content: () => <Divisions />,
        },
      ]}
    />
  );
}
