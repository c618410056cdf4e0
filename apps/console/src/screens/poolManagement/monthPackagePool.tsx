import PoolTable from './_pools/PoolTable.tsx';

export default function MonthPackagePool() {
  return <PoolTable />;
}
