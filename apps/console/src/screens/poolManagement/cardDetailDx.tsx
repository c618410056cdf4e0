import { PoolCardDetail } from './_pools/PoolCardDetail.tsx';

export default function TelecomCardOfPool() {
  return <PoolCardDetail />;
}
