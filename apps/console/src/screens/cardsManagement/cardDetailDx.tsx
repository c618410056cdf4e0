import { CardDetail } from './_cardDetail/CardDetail.tsx';

export default function TelecomCardDetail() {
  return <CardDetail />;
}
