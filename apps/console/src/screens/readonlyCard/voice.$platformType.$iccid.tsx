import { ReadonlyDetail } from './_readonly/ReadonlyDetail.tsx';

export default function ReadonlyVoiceCard() {
  return <ReadonlyDetail family="voice" />;
}
