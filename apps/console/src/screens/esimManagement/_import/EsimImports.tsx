import type { chipImports } from '@cardinal/contract/api/esim/imports.ts';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import type { ListedDesk } from '../../../kit/sheetImport/importDesk.ts';
import { useImports } from '../../../kit/sheetImport/useImports.tsx';
import type { EsimBatch } from './esimImport.ts';

/** Past imports of one of the two sheets, and the way of a new one. */
export function EsimImports(props: { desk: ListedDesk<EsimBatch> }) {
  const { list, panel } = useImports(props.desk);
  return (
    <>
      <ListScreen
        list={props.desk.list as typeof chipImports.list}
        columns={[
          { field: 'batchNo', width: 160, pinned: 'left' },
          { field: 'state', width: 124 },
          { field: 'fileName', width: 190 },
          { field: 'carrierAccountName', width: 140 },
          { field: 'customerName', width: 140 },
          { field: 'rows', width: 84 },
          { field: 'imported', width: 84 },
          { field: 'bad', width: 72 },
          { field: 'already', width: 104 },
          { field: 'warned', width: 84 },
          'createdAt',
          { field: 'operator', width: 100 },
          { field: 'good', isOff: true },
          { field: 'finishedAt', isOff: true },
        ]}
        filters={['batchNo', 'state', 'fileName', 'operator', 'createdAt']}
        {...list}
      />
      {panel}
    </>
  );
}
