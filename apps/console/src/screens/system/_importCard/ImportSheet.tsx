import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton, ErrorState } from '@cardinal/ui/States.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { isFailure } from '../../../http/failure.ts';
import { Steps } from '../../../kit/import/Steps.tsx';
import { useAskedClose } from '../../../kit/useAskedClose.ts';
import { usePlace } from '../../../shell/screenContext.ts';
import { useUnsaved } from '../../../shell/unsaved.ts';
import { BatchView } from './BatchView.tsx';
import type { BatchState } from './importLooks.ts';
import { NewImport } from './NewImport.tsx';
import { useBatch } from './useBatch.ts';
import './importCard.css';
import type { OpenBatch } from './useOpenBatch.ts';

const words = {
  title: text('导入卡', 'Import cards'),
  batch: text('导入批次 {batchNo}', 'Import batch {batchNo}'),
  steps: text('导入步骤', 'Steps of an import'),
  source: text('文件', 'File'),
  defaults: text('默认值', 'Defaults'),
  check: text('校验', 'Check'),
  choose: text('确认', 'Choose'),
  run: text('导入', 'Import'),
  failed: text('批次加载失败', 'The batch could not be loaded'),
  retry: text('重试', 'Retry'),
};
const STEPS: readonly Text[] = [words.source, words.defaults, words.check, words.choose, words.run];
const STEP_OF: Readonly<Record<BatchState, number>> = {
  checking: 2,
  waiting: 3,
  running: 4,
  done: 5,
  failed: 5,
  cancelled: 5,
  undoing: 5,
  undone: 5,
};

function WayOf(props: { step: number }) {
  const t = useText();
  return <Steps label={t(words.steps)} steps={STEPS.map((step) => t(step))} current={props.step} />;
}

function OpenedBatch(props: { batchId: string; onOpen: (batch: OpenBatch) => void }) {
  const t = useText();
  const { data, error, refetch } = useBatch(props.batchId);
  const close = () => props.onOpen(undefined);
  return (
    <Sheet isOpen width={720} title={data ? t(words.batch, { batchNo: data.batchNo }) : t(words.title)} onClose={close}>
      {data ? (
        <div className="import-sheet">
          <WayOf step={STEP_OF[data.state]} />
          <BatchView batch={data} onAgain={() => props.onOpen('new')} onClose={close} />
        </div>
      ) : error ? (
        <ErrorState
          title={isFailure(error) && error.kind === 'refused' ? error.message : t(words.failed)}
          hint={isFailure(error) && error.kind !== 'refused' ? error.message : undefined}
          requestId={isFailure(error) ? error.requestId : undefined}
          action={<Button onClick={() => refetch()}>{t(words.retry)}</Button>}
        />
      ) : (
        <DetailSkeleton />
      )}
    </Sheet>
  );
}

function BeginImport(props: { onOpen: (batch: OpenBatch) => void }) {
  const t = useText();
  const { path } = usePlace();
  const [step, setStep] = useState(0);
  const [isDirty, setIsDirty] = useState(false);
  useUnsaved(path, isDirty);
  const close = useAskedClose(isDirty, () => props.onOpen(undefined));
  return (
    <Sheet isOpen width={720} title={t(words.title)} onClose={close}>
      <div className="import-sheet">
        <WayOf step={step} />
        <NewImport
          onDirty={setIsDirty}
          onStep={setStep}
          onSent={(batchId) => {
            setIsDirty(false);
            props.onOpen(batchId);
          }}
        />
      </div>
    </Sheet>
  );
}

/** The whole way of an import in one panel; closing it stops nothing, and the address brings it back. */
export function ImportSheet(props: { opened: OpenBatch; onOpen: (batch: OpenBatch) => void }) {
  if (!props.opened) return null;
  return props.opened === 'new' ? (
    <BeginImport onOpen={props.onOpen} />
  ) : (
    <OpenedBatch key={props.opened} batchId={props.opened} onOpen={props.onOpen} />
  );
}
