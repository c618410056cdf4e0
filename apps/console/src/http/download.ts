import { downloadByPath } from '@cardinal/contract/api/tasks/downloads.ts';
import { call } from './call.ts';
import { page } from './connection.ts';

/** Files lie under this prefix; a ticket names one of them once, for a minute. */
export const FILE_PREFIX = '/files';

/**
 * Two steps: the call is authorised by its header and returns a ticket; then the browser fetches the file, so that no session
 * token appears in a URL. Shows failures itself.
 */
export async function downloadFile(path: string): Promise<void> {
  const { ticketPath, fileName } = await call(downloadByPath, { query: { path } });
  const link = document.createElement('a');
  link.href = `${page.baseAddress()}${FILE_PREFIX}${ticketPath}`;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}
