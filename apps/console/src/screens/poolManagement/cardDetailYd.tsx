import { PoolCardDetail } from './_pools/PoolCardDetail.tsx';

export default function MobileCardOfPool() {
  return <PoolCardDetail />;
}
