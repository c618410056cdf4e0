import type { ReadyDownload } from '@cardinal/contract/api/tasks/tasks.ts';
import { downloadFile } from '../../http/download.ts';

/**
 * Small exports this tab ordered are saved once, as soon as they are ready; large ones appear in the tray and in the list of
 * downloads. A file may be ready before the answer to its order has come: it is saved then, too.
 */
export class OrderedFiles {
  readonly #awaited = new Set<string>();
  readonly #ready = new Map<string, string>();
  readonly #save: (path: string) => void;

  constructor(save: (path: string) => void) {
    this.#save = save;
  }

  /** Of an order that was answered. */
  await(downloadId: string): void {
    const path = this.#ready.get(downloadId);
    if (path === undefined) this.#awaited.add(downloadId);
    else this.#save(path);
  }

  /** However often the same file is told. */
  tell({ downloadId, path }: Pick<ReadyDownload, 'downloadId' | 'path'>): void {
    if (!path || this.#ready.has(downloadId)) return;
    this.#ready.set(downloadId, path);
    if (this.#awaited.delete(downloadId)) this.#save(path);
  }
}

export const orderedFiles = new OrderedFiles((path) => void downloadFile(path).catch(() => {}));
