import { PoolCardDetail } from './_pools/PoolCardDetail.tsx';

export default function UnicomCardOfPool() {
  return <PoolCardDetail />;
}
