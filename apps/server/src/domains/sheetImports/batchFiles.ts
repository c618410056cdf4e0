import { extensionOf } from '@cardinal/primitives/file.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../framework/context.ts';
import { removeStoredFile, storeFile, withStoredFile } from '../../framework/storedFiles.ts';

type Named = { readonly id: string; readonly file_name: string };

/** Why a file that was taken is not read after all. */
export const NOT_READ = text(
  '系统出错，未能读取文件，请重新上传',
  'System error: the file could not be read. Upload it again.',
);

/** Files that wait to be read, by whichever process. They appear and go in the transaction of what refers to them. */
export function waitingFiles(folder: string) {
  const nameOf = (of: Named): string => `${folder}/${of.id}.${extensionOf(of.file_name)}`;
  return {
    keep: (ctx: Ctx, of: Named, from: string): Promise<void> => storeFile(ctx, nameOf(of), from),
    read: <T>(ctx: Ctx, of: Named, run: (path: string) => Promise<T>): Promise<T> =>
      withStoredFile(ctx, nameOf(of), run),
    remove: (ctx: Ctx, of: Named): Promise<void> => removeStoredFile(ctx, nameOf(of)),
  };
}
