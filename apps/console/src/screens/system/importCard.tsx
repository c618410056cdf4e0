import { listImports } from '@cardinal/contract/api/cardImports/imports.ts';
import { text } from '@cardinal/primitives/text.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useImports } from '../../kit/sheetImport/useImports.tsx';
import { CarrierName } from '../../kit/table/CarrierName.tsx';
import { CARD_IMPORT } from './_importCard/cardImport.ts';

const FIND = text('包含的 ICCID', 'ICCID inside');

export default function ImportCards() {
  const { list, panel } = useImports(CARD_IMPORT);
  return (
    <>
      <ListScreen
        list={listImports}
        search={{ key: 'iccid', label: FIND }}
        columns={[
          { field: 'batchNo', width: 150, pinned: 'left' },
          { field: 'state', width: 124 },
          { field: 'rows', width: 84 },
          { field: 'imported', width: 84 },
          { field: 'bad', width: 72 },
          { field: 'already', width: 116 },
          { field: 'fileName', width: 170 },
          { field: 'mode', width: 112 },
          {
            field: 'carrierAccountName',
            width: 130,
            cell: (row) => <CarrierName platform={row.platform}>{row.carrierAccountName}</CarrierName>,
          },
          'createdAt',
          { field: 'operator', width: 100 },
          { field: 'good', isOff: true },
          { field: 'platform', isOff: true },
          { field: 'kind', isOff: true },
          { field: 'productCode', isOff: true },
          { field: 'fileSha256', isOff: true },
          { field: 'finishedAt', isOff: true },
        ]}
        filters={[
          'batchNo',
          'state',
          'mode',
          'fileName',
          'operator',
          'createdAt',
          'platform',
          'kind',
          'productCode',
          'fileSha256',
        ]}
        {...list}
      />
      {panel}
    </>
  );
}
