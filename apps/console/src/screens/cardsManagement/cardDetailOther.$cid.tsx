import { peekCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { DetailSkeleton, ErrorState } from '@cardinal/ui/States.tsx';
import { isFailure } from '../../http/failure.ts';
import { useRead } from '../../kit/useRead.ts';
import { useParameters, usePlace } from '../../shell/screenContext.ts';
import { CardDetail } from './_cardDetail/CardDetail.tsx';
import { JumpBox } from './_cardDetail/JumpBox.tsx';

/** Cards of other carriers are addressed by their id here: their ICCIDs may be odd. */
export default function OtherCardDetail() {
  const t = useText();
  const { cid = '' } = useParameters();
  const { match } = usePlace();
  const { data, error } = useRead(peekCard, { id: cid });
  if (data) return <CardDetail iccid={data.card.iccid} />;
  if (!error) return <DetailSkeleton />;
  return (
    <>
      <h1>{t(match.route.title)}</h1>
      <ErrorState
        title={error.message}
        requestId={isFailure(error) && error.kind !== 'refused' ? error.requestId : undefined}
        action={<JumpBox />}
      />
    </>
  );
}
