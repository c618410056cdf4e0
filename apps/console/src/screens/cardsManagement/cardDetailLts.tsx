import { CardDetail } from '../../parts/cardViews/cardDetail/CardDetail.tsx';

export default function UnicomVoiceCardDetail() {
  return <CardDetail />;
}
