import { ReadonlyDetail } from './_readonly/ReadonlyDetail.tsx';

export default function ReadonlyFlowCard() {
  return <ReadonlyDetail family="flow" />;
}
