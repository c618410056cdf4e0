import { listVoiceCards } from '@cardinal/contract/api/cards/cardList.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { VOICE_COLUMNS } from '../../parts/cards/cardColumns.tsx';
import { voiceFilters } from '../../parts/cards/cardFilters.tsx';
import { CardList } from '../../parts/cardViews/CardList.tsx';

export default function VoiceCards() {
  return <CardList kind={CardKind.values.voice} list={listVoiceCards} columns={VOICE_COLUMNS} filters={voiceFilters} />;
}
