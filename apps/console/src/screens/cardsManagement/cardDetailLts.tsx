import { CardDetail } from './_cardDetail/CardDetail.tsx';

export default function UnicomVoiceCardDetail() {
  return <CardDetail />;
}
