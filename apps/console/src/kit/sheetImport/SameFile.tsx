import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import './sheetImport.css';

const SAME = text('同一文件已由批次 {batchNo} 导入过', 'This file was already imported as batch {batchNo}');

/** Warns of a file that was imported before; the user may continue. */
export function SameFile({ batch }: { batch: { readonly sameFileAs: string | null } }) {
  const t = useText();
  if (batch.sameFileAs === null) return null;
  return <Note>{t(SAME, { batchNo: batch.sameFileAs })}</Note>;
}
