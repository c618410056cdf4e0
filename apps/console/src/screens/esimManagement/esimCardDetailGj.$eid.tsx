import { useParameters } from '../../shell/screenContext.ts';
import { ChipDetail } from './_esim/ChipDetail.tsx';

/** A chip that runs an international number. */
export default function InternationalEsimCardDetail() {
  const { eid = '' } = useParameters();
  return <ChipDetail eid={eid} isInternational />;
}
