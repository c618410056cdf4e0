import { CardDetail } from './_cardDetail/CardDetail.tsx';

export default function BroadcastCardDetail() {
  return <CardDetail />;
}
