/**
 * Small exports this tab is waiting for: they are downloaded as soon as they are ready. Large ones appear in the tray and in
 * the list of downloads.
 */
const awaited = new Set<string>();

export const awaitDownload = (downloadId: string): void => {
  awaited.add(downloadId);
};

/** True once for a download this tab is waiting for. */
export const takeAwaited = (downloadId: string): boolean => awaited.delete(downloadId);
