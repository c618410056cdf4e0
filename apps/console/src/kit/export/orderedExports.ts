/**
 * Small exports somebody is waiting for in this tab: they are fetched the moment they are ready. Large ones wait in the
 * tray and in the list of downloads.
 */
const awaited = new Set<string>();

export const awaitDownload = (downloadId: string): void => {
  awaited.add(downloadId);
};

/** True once for a download this tab is waiting for. */
export const takeAwaited = (downloadId: string): boolean => awaited.delete(downloadId);
