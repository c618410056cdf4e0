import { CardDetail } from './_cardDetail/CardDetail.tsx';

export default function MobileCardDetail() {
  return <CardDetail />;
}
