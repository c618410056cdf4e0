import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { FLOW_COLUMNS } from '../../parts/cards/cardColumns.tsx';
import { flowFilters } from '../../parts/cards/cardFilters.tsx';
import { CardList } from '../../parts/cardViews/CardList.tsx';
import { useSearch } from '../../shell/screenContext.ts';

const { flow, esim } = CardKind.values;

/** Data cards; eSIM profiles, which have no list of their own, open here by `?kind=4`. */
export default function FlowCards() {
  const [search] = useSearch();
  const kind = search.get('kind') === String(esim) ? esim : flow;
  return <CardList kind={kind} list={listCards} columns={FLOW_COLUMNS} filters={flowFilters} />;
}
