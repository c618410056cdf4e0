import { listCardPools, readCardPool } from '@cardinal/contract/api/pools/cardPools.ts';
import { PoolBody } from './_pools/PoolBody.tsx';
import { PoolScreen } from './_pools/PoolScreen.tsx';

/** One pool: what its cards bring and use, who has parts of it, and where the cycle ends. */
export default function PoolDetail() {
  return (
    <PoolScreen read={readCardPool} list={listCardPools.summary}>
      {(pool) => <PoolBody key={pool.id} pool={pool} />}
    </PoolScreen>
  );
}
