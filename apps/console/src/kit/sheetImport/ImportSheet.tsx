import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton } from '@cardinal/ui/States.tsx';
import { Suspense, useState } from 'react';
import { usePlace } from '../../shell/screenContext.ts';
import { useUnsaved } from '../../shell/unsaved.ts';
import { Steps } from '../import/Steps.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import { useConfirmClose } from '../useConfirmClose.ts';
import { ImportBatchView } from './ImportBatchView.tsx';
import type { ImportBatch, ImportDesk } from './importDesk.ts';
import type { BatchState } from './importLooks.ts';
import { useImportBatch } from './useImportBatch.ts';
import type { OpenBatch } from './useOpenBatch.ts';
import './sheetImport.css';

const words = {
  steps: text('导入步骤', 'Import steps'),
  choose: text('确认', 'Choose'),
  failed: text('批次加载失败', 'Failed to load the batch'),
};
/** How far behind the form. */
const STEP_OF: Readonly<Partial<Record<BatchState, number>>> = { checking: 0, waiting: 1, running: 2 };
const OVER = 3;
const stepOf = ({ state, good, imported }: Pick<ImportBatch, 'state' | 'good' | 'imported'>): number => {
  if (state === 'failed') return good === 0 ? 0 : 2;
  if (state === 'cancelled') return imported === 0 ? 1 : 2;
  return STEP_OF[state] ?? OVER;
};

type Opening<B extends ImportBatch> = {
  readonly desk: ImportDesk<B>;
  readonly onOpen: (batch: OpenBatch) => void;
};

type WayThere = { readonly step: number; readonly isStopped?: boolean };

function WayOf({ formSteps, step, isStopped = false }: Pick<ImportDesk, 'formSteps'> & WayThere) {
  const t = useText();
  const steps = [...formSteps, verbs.check, words.choose, verbs.import];
  return <Steps label={t(words.steps)} steps={steps.map((each) => t(each))} current={step} isStopped={isStopped} />;
}

function OpenedBatch<B extends ImportBatch>({ desk, batchId, onOpen }: Opening<B> & { batchId: string }) {
  const t = useText();
  const { data, error, refetch } = useImportBatch(desk, batchId);
  const close = () => onOpen(undefined);
  const title = data ? t(desk.words.batch, { batchNo: data.batchNo }) : t(desk.words.add);
  return (
    <Sheet isOpen width={720} title={title} onClose={close}>
      {data ? (
        <div className="import-sheet">
          <WayOf
            formSteps={desk.formSteps}
            step={desk.formSteps.length + stepOf(data)}
            isStopped={data.state === 'failed' || data.state === 'cancelled'}
          />
          <ImportBatchView desk={desk} batch={data} onAgain={() => onOpen('new')} onClose={close} />
        </div>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}

function BeginImport<B extends ImportBatch>({ desk, onOpen }: Opening<B>) {
  const t = useText();
  const { path } = usePlace();
  const [step, setStep] = useState(0);
  const [isDirty, setIsDirty] = useState(false);
  useUnsaved(path, isDirty);
  const close = useConfirmClose(isDirty, () => onOpen(undefined));
  return (
    <Sheet isOpen width={720} title={t(desk.words.add)} onClose={close}>
      <div className="import-sheet">
        <WayOf formSteps={desk.formSteps} step={Math.min(step, desk.formSteps.length - 1)} />
        <Suspense fallback={<DetailSkeleton />}>
          <desk.Form
            onDirty={setIsDirty}
            onStep={setStep}
            onSent={(batchId) => {
              setIsDirty(false);
              onOpen(batchId);
            }}
          />
        </Suspense>
      </div>
    </Sheet>
  );
}

/** The whole way of an import in one panel; closing it stops nothing, and the address brings it back. */
export function ImportSheet<B extends ImportBatch>(props: Opening<B> & { opened: OpenBatch }) {
  const { opened, ...opening } = props;
  if (!opened) return null;
  return opened === 'new' ? <BeginImport {...opening} /> : <OpenedBatch key={opened} {...opening} batchId={opened} />;
}
