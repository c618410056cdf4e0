import { readImport } from '@cardinal/contract/api/cardImports/imports.ts';
import { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { listNumbers } from '@cardinal/contract/api/esim/numbers.ts';
import { listChips } from '@cardinal/contract/api/esimOperations/chips.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { useRead } from '../useRead.ts';

const NAMED = text('导入批次：{batchNo}（{fileName}）', 'Import batch: {batchNo} ({fileName})');

type Batch = { readonly batchNo: string; readonly fileName: string };
type Source = { readonly endpoint: Endpoint; readonly idKey: string };

const CHIPS: Source = { endpoint: chipImports.detail, idKey: 'esimBatchId' };
const NUMBERS: Source = { endpoint: numberImports.detail, idKey: 'esimBatchId' };
const CARDS: Source = { endpoint: readImport, idKey: 'batchId' };

const sourceOf = (list: string): Source =>
  list === listChips.name ? CHIPS : list === listNumbers.name ? NUMBERS : CARDS;

/**
 * The number and file of the import that filters a list; the plain name of the filter where the batch may not be read or no
 * longer exists.
 */
export default function ImportBatchName(props: { list: string; id: string; plain: string }) {
  const t = useText();
  const { endpoint, idKey } = sourceOf(props.list);
  const read = useRead(endpoint, { [idKey]: props.id }, { enabled: mayCall(endpoint), retry: false });
  const batch = read.data as Batch | undefined;
  return <>{batch ? t(NAMED, { batchNo: batch.batchNo, fileName: batch.fileName }) : props.plain}</>;
}
