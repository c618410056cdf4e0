import { numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { isVerifying, SmdpAndStock, WarnedRows } from './_import/BatchParts.tsx';
import { EsimImports } from './_import/EsimImports.tsx';
import { esimDesk, SHARED_WORDS } from './_import/esimImport.ts';
import { NewNumbers, NUMBER_ACCOUNT } from './_import/NewEsimImport.tsx';

const SUBJECT = nouns.iccid;
const NUMBERS = esimDesk(numberImports, NUMBER_ACCOUNT, {
  Form: NewNumbers,
  words: {
    ...SHARED_WORDS,
    add: text('导入码号', 'Import code numbers'),
    batch: text('码号导入批次 {batchNo}', 'Import of code numbers {batchNo}'),
    none: text('还没有导入过码号', 'No code numbers imported yet'),
    noneHint: text(
      '用供应商的交付表（.xlsx 或 .xls）导入，激活码到达即加密保存。',
      'Import the supplier’s delivery sheet (.xlsx or .xls). Activation codes are encrypted on arrival.',
    ),
    n: text('{n} 个码号', '{n} code {n|number|numbers}'),
    subject: SUBJECT,
    wrongNote: text(
      '激活码和 matchingId 不会出现在错误行表格中。',
      'Activation codes and matching IDs never appear in the sheet of rejected rows.',
    ),
  },
  broughtBy: ({ id }) => `/esimManagement/codeNumberList?importBatchId=${id}`,
  isHeld: isVerifying,
  UnderFigures: SmdpAndStock,
  OverWrong: ({ batch }) => <WarnedRows batch={batch} subject={SUBJECT} />,
});

/** Imports purchased profiles into the stock with the data of their SM-DP+. */
export default function ImportCodeNumbers() {
  return <EsimImports desk={NUMBERS} />;
}
