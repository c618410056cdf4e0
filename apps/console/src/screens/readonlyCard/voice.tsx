import { listReadonlyVoice } from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { MINUTES_LEFT } from '../../parts/cards/cardFilters.tsx';
import { ReadonlyList } from './_readonly/ReadonlyList.tsx';
import { VOICE_COLUMNS } from './_readonly/readonlyColumns.tsx';

export default function ReadonlyVoiceCards() {
  return <ReadonlyList family="voice" list={listReadonlyVoice} columns={VOICE_COLUMNS} filters={[MINUTES_LEFT]} />;
}
