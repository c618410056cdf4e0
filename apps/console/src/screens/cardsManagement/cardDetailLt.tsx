import { CardDetail } from './_cardDetail/CardDetail.tsx';

export default function UnicomCardDetail() {
  return <CardDetail />;
}
