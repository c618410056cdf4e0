import { CardDetail } from '../../parts/cardViews/cardDetail/CardDetail.tsx';

export default function UnicomCardDetail() {
  return <CardDetail />;
}
