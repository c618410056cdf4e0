import { listNbCards } from '@cardinal/contract/api/cards/cardList.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { CardList } from './_cardList/CardList.tsx';
import { NB_COLUMNS } from './_cardList/cardColumns.tsx';
import { nbFilters } from './_cardList/cardFilters.tsx';
import { SilenceChart } from './_cardList/SilenceChart.tsx';

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
