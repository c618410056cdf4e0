import { CardDetail } from './_cardDetail/CardDetail.tsx';

export default function InternationalCardDetail() {
  return <CardDetail />;
}
