import { peekCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useRead } from '../../kit/useRead.ts';
import { CardDetail } from '../../parts/cardViews/cardDetail/CardDetail.tsx';
import { JumpBox } from '../../parts/cardViews/cardDetail/JumpBox.tsx';
import { useParameters, usePlace } from '../../shell/screenContext.ts';

/** Cards of other carriers are addressed by their id here: their ICCIDs may be odd. */
export default function OtherCardDetail() {
  const t = useText();
  const { cid = '' } = useParameters();
  const { match } = usePlace();
  const { data, error, refetch } = useRead(peekCard, { id: cid });
  if (data) return <CardDetail iccid={data.card.iccid} />;
  return (
    <>
      <h1>{t(match.route.title)}</h1>
      <NotLoaded failed={sentences.cardNotLoaded} error={error} onRetry={refetch}>
        <JumpBox />
      </NotLoaded>
    </>
  );
}
