import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { CardList } from './_cardList/CardList.tsx';

const { flow, esim } = CardKind.values;

/** Flow cards; eSIM profiles, which have no list of their own, open here by `?kind=4`. */
export default function FlowCards() {
  const [search] = useSearch();
  return <CardList kind={search.get('kind') === String(esim) ? esim : flow} />;
}
