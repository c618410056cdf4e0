import { readImport } from '@cardinal/contract/api/cardImports/imports.ts';
import { listChips } from '@cardinal/contract/api/esim/chips.ts';
import { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { listNumbers } from '@cardinal/contract/api/esim/numbers.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';
import { mayCall } from '../../shell/permissions.ts';

const NAMED = text('导入批次：{batchNo}（{fileName}）', 'Import batch: {batchNo} ({fileName})');

type Batch = { readonly batchNo: string; readonly fileName: string };
type Source = {
  readonly endpoint: Parameters<typeof mayCall>[0] & { readonly name: string };
  readonly read: (id: string, signal: AbortSignal) => Promise<Batch>;
};

const QUIETLY = { isSilent: true } as const;

const CHIPS: Source = {
  endpoint: chipImports.detail,
  read: (esimBatchId, signal) => call(chipImports.detail, { query: { esimBatchId } }, { ...QUIETLY, signal }),
};
const NUMBERS: Source = {
  endpoint: numberImports.detail,
  read: (esimBatchId, signal) => call(numberImports.detail, { query: { esimBatchId } }, { ...QUIETLY, signal }),
};
const CARDS: Source = {
  endpoint: readImport,
  read: (batchId, signal) => call(readImport, { query: { batchId } }, { ...QUIETLY, signal }),
};

const sourceOf = (list: string): Source =>
  list === listChips.name ? CHIPS : list === listNumbers.name ? NUMBERS : CARDS;

/**
 * The number and the file of the import a list is narrowed to; the plain name of the filter where the batch may not be
 * read or is not there (any more).
 */
export function ImportBatchName(props: { list: string; id: string; plain: string }) {
  const t = useText();
  const { endpoint, read } = sourceOf(props.list);
  const { data } = useQuery({
    queryKey: [endpoint.name, props.id, 'name'],
    queryFn: ({ signal }) => read(props.id, signal),
    enabled: mayCall(endpoint),
    retry: false,
  });
  return <>{data ? t(NAMED, { batchNo: data.batchNo, fileName: data.fileName }) : props.plain}</>;
}
