import { listNbCards } from '@cardinal/contract/api/cards/cardList.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { CardList } from './_cardList/CardList.tsx';
import { NB_COLUMNS, NB_FILTERS } from './_cardList/cardColumns.tsx';
import { SilenceChart } from './_cardList/SilenceChart.tsx';

export default function NbCards() {
  return (
    <CardList
      kind={CardKind.values.nb}
      list={listNbCards}
      columns={NB_COLUMNS}
      filters={NB_FILTERS}
      overview={<SilenceChart />}
    />
  );
}
