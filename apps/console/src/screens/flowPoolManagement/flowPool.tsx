import FlowPoolTable from './_pools/FlowPoolTable.tsx';

export default function FlowPools() {
  return <FlowPoolTable />;
}
