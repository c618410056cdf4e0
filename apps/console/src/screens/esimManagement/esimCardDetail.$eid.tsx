import { useParameters } from '../../shell/screenContext.ts';
import { ChipDetail } from './_esim/ChipDetail.tsx';

/** A chip that runs a domestic number, or none. */
export default function EsimCardDetail() {
  const { eid = '' } = useParameters();
  return <ChipDetail eid={eid} isInternational={false} />;
}
