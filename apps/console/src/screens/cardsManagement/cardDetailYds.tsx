import { CardDetail } from './_cardDetail/CardDetail.tsx';

export default function MobileVoiceCardDetail() {
  return <CardDetail />;
}
