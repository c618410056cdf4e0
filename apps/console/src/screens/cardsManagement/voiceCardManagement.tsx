import { listVoiceCards } from '@cardinal/contract/api/cards/cardList.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { CardList } from './_cardList/CardList.tsx';
import { VOICE_COLUMNS } from './_cardList/cardColumns.tsx';
import { voiceFilters } from './_cardList/cardFilters.tsx';

export default function VoiceCards() {
  return <CardList kind={CardKind.values.voice} list={listVoiceCards} columns={VOICE_COLUMNS} filters={voiceFilters} />;
}
