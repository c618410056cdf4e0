import { listReadonlyFlow } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { ReadonlyList } from './_readonly/ReadonlyList.tsx';
import { FLOW_COLUMNS } from './_readonly/readonlyColumns.tsx';

export default function ReadonlyFlowCards() {
  return <ReadonlyList family="flow" list={listReadonlyFlow} columns={FLOW_COLUMNS} />;
}
