import { listNbCards } from '@cardinal/contract/api/cards/cardList.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { NB_COLUMNS } from '../../parts/cards/cardColumns.tsx';
import { nbFilters } from '../../parts/cards/cardFilters.tsx';
import { CardList } from '../../parts/cardViews/CardList.tsx';
import { SilenceChart } from './_silence/SilenceChart.tsx';

export default function NbCards() {
  return (
    <CardList
      kind={CardKind.values.nb}
      list={listNbCards}
      columns={NB_COLUMNS}
      filters={nbFilters}
      overview={<SilenceChart />}
    />
  );
}
