import { Worker } from 'node:worker_threads';
import type { SheetLimits } from './sheetLimits.ts';
import { refusal, SheetRefusal } from './sheetRefusal.ts';
import type { SheetRow } from './sheetRow.ts';
import type { XlsAnswer, XlsTask } from './xls/xlsMessages.ts';

/**
 * The rows of the first visible sheet of an .xls (Excel 97-2003). The library for this format keeps the workbook in memory and
 * trusts it. It therefore runs in a thread with limits on memory and time; larger files are refused.
 */
export async function* readXls(path: string, limits: SheetLimits): AsyncGenerator<SheetRow, void, undefined> {
  const task: XlsTask = { path, limits };
  const thread = new Worker(new URL('./xls/xlsThread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: limits.xlsMemoryMb, maxYoungGenerationSizeMb: 32 },
  });
  try {
    for (let last = false; !last; ) {
      const answer = await ask(thread, limits.xlsMilliseconds);
      if ('refused' in answer) throw new SheetRefusal(answer.refused, answer.problem);
      yield* answer.rows;
      last = answer.last;
    }
  } finally {
    await thread.terminate();
  }
}

function ask(thread: Worker, milliseconds: number): Promise<XlsAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const tooComplex = (cause?: unknown) => reject(refusal('tooComplex', { part: 'xls' }, cause));
    const onMessage = (answer: XlsAnswer) => settle(() => resolve(answer));
    const onError = (error: Error) =>
      settle(() => ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex(error) : reject(error)));
    const onExit = () => settle(() => tooComplex());
    const timer = setTimeout(() => settle(() => tooComplex()), milliseconds);
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage('more');
  });
}
