import type { chipImports } from '@cardinal/contract/api/esim/imports.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton, ErrorState } from '@cardinal/ui/States.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { isFailure } from '../../../http/failure.ts';
import { useChange } from '../../../kit/change.ts';
import { Steps } from '../../../kit/import/Steps.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { saveFile } from '../../../kit/saveFile.ts';
import type { Looks } from '../../../kit/table/cells.tsx';
import { useAskedClose } from '../../../kit/useAskedClose.ts';
import { Can } from '../../../shell/Can.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { usePlace } from '../../../shell/screenContext.ts';
import { useUnsaved } from '../../../shell/unsaved.ts';
import { type BatchState, IMPORT_LOOKS, MAY_UNDO } from '../../system/_importCard/importLooks.ts';
import { type OpenBatch, useOpenBatch } from '../../system/_importCard/useOpenBatch.ts';
import '../../system/_importCard/importCard.css';
import { broughtBy, EsimBatchView } from './EsimBatchView.tsx';
import { wordsOf } from './importWords.ts';
import { NewEsimImport } from './NewEsimImport.tsx';
import { type ImportApi, useEsimBatch, useLiveEsimBatches } from './useEsimBatch.ts';

const words = {
  template: text('下载模板', 'Template'),
  view: text('查看', 'Open'),
  brought: text('导入的内容', 'What it brought'),
  undo: text('撤销', 'Undo'),
  undoTitle: text('撤销批次 {batchNo}', 'Undo batch {batchNo}'),
  undoBody: text(
    '将移除该批次导入的内容，最多 {count} 条。导入后使用过或划拨过的会保留，并计入结果。',
    'Removes what this batch brought, {count} at most. What was used or allocated since is kept and counted.',
  ),
  steps: text('导入步骤', 'Steps of an import'),
  source: text('文件', 'File'),
  check: text('校验', 'Check'),
  choose: text('确认', 'Choose'),
  run: text('导入', 'Import'),
  failed: text('批次加载失败', 'The batch could not be loaded'),
  retry: text('重试', 'Retry'),
};
const STEPS: readonly Text[] = [words.source, words.check, words.choose, words.run];
const STEP_OF: Readonly<Record<BatchState, number>> = {
  checking: 1,
  waiting: 2,
  running: 3,
  done: 4,
  failed: 4,
  cancelled: 4,
  undoing: 4,
  undone: 4,
};
/** From this many on the number is typed. */
const TYPED_FROM = 1000;
const LOOKS: Readonly<Record<string, Looks>> = { state: IMPORT_LOOKS };

function WayOf(props: { step: number }) {
  const t = useText();
  return <Steps label={t(words.steps)} steps={STEPS.map((step) => t(step))} current={props.step} />;
}

type Opening = { readonly api: ImportApi; readonly onOpen: (batch: OpenBatch) => void };

function OpenedBatch(props: Opening & { batchId: string }) {
  const { api } = props;
  const t = useText();
  const own = wordsOf(api);
  const { data, error, refetch } = useEsimBatch(api, props.batchId);
  return (
    <Sheet
      isOpen
      width={720}
      title={data ? t(own.batch, { batchNo: data.batchNo }) : t(own.add)}
      onClose={() => props.onOpen(undefined)}
    >
      {data ? (
        <div className="import-sheet">
          <WayOf step={STEP_OF[data.state]} />
          <EsimBatchView api={api} batch={data} onAgain={() => props.onOpen('new')} />
        </div>
      ) : error ? (
        <ErrorState
          title={isFailure(error) && error.kind === 'refused' ? error.message : t(words.failed)}
          requestId={isFailure(error) ? error.requestId : undefined}
          action={<Button onClick={() => refetch()}>{t(words.retry)}</Button>}
        />
      ) : (
        <DetailSkeleton />
      )}
    </Sheet>
  );
}

function BeginImport(props: Opening) {
  const t = useText();
  const { path } = usePlace();
  const [isDirty, setIsDirty] = useState(false);
  useUnsaved(path, isDirty);
  const close = useAskedClose(isDirty, () => props.onOpen(undefined));
  return (
    <Sheet isOpen width={720} title={t(wordsOf(props.api).add)} onClose={close}>
      <div className="import-sheet">
        <WayOf step={0} />
        <NewEsimImport
          api={props.api}
          onDirty={setIsDirty}
          onSent={(batchId) => {
            setIsDirty(false);
            props.onOpen(batchId);
          }}
        />
      </div>
    </Sheet>
  );
}

/** Past imports of one of the two sheets, and the whole way of a new one in a panel that the address brings back. */
export function EsimImports({ api }: { api: ImportApi }) {
  const t = useText();
  const own = wordsOf(api);
  const [opened, open] = useOpenBatch();
  const undo = useChange(api.undo);
  useLiveEsimBatches(api);
  const takeBack = async (row: { id: string; batchNo: string; imported: number }) => {
    const isSure = await confirmFirst({
      title: t(words.undoTitle, { batchNo: row.batchNo }),
      body: t(words.undoBody, { count: countAmount(row.imported) }),
      confirm: t(words.undo),
      isDanger: true,
      typedCount: row.imported > TYPED_FROM ? row.imported : undefined,
    });
    if (isSure && (await undo.run({ body: { esimBatchId: row.id } }))) open(row.id);
  };
  const add = (
    <Can call={api.upload}>
      <Button type="primary" onClick={() => open('new')}>
        {t(own.add)}
      </Button>
    </Can>
  );
  return (
    <>
      <ListScreen
        list={api.list as typeof chipImports.list}
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
        looks={LOOKS}
        rowName={(row) => row.batchNo}
        actions={
          <>
            <Button onClick={() => void saveFile(api.template, {})}>{t(words.template)}</Button>
            {add}
          </>
        }
        rowActions={(row) => [
          { key: 'view', label: t(words.view), onPick: () => open(row.id) },
          ...(row.imported > 0 && row.state !== 'undone'
            ? [{ key: 'brought', label: t(words.brought), to: broughtBy(api, row.id) }]
            : []),
          ...(row.imported > 0 && MAY_UNDO.has(row.state)
            ? [
                {
                  key: 'undo',
                  label: t(words.undo),
                  call: api.undo,
                  isDanger: true,
                  onPick: () => void takeBack(row),
                },
              ]
            : []),
        ]}
        empty={{ title: own.none, hint: own.noneHint, action: add }}
      />
      {opened === undefined ? null : opened === 'new' ? (
        <BeginImport api={api} onOpen={open} />
      ) : (
        <OpenedBatch key={opened} api={api} batchId={opened} onOpen={open} />
      )}
    </>
  );
}
