import { CardDetail } from '../../parts/cardViews/cardDetail/CardDetail.tsx';

export default function MobileVoiceCardDetail() {
  return <CardDetail />;
}
