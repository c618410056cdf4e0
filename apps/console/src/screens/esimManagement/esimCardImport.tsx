import { chipImports } from '@cardinal/contract/api/esim/imports.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { WarnedRows } from './_import/BatchParts.tsx';
import { EsimImports } from './_import/EsimImports.tsx';
import { esimDesk, SHARED_WORDS } from './_import/esimImport.ts';
import { CHIP_ACCOUNT, NewChips } from './_import/NewEsimImport.tsx';

const SUBJECT = nouns.eid;
const CHIPS = esimDesk(chipImports, CHIP_ACCOUNT, {
  Form: NewChips,
  words: {
    ...SHARED_WORDS,
    add: text('导入eSIM卡', 'Import eSIM cards'),
    batch: text('eSIM卡导入批次 {batchNo}', 'Import of eSIM cards {batchNo}'),
    none: text('还没有导入过eSIM卡', 'No eSIM cards imported yet'),
    noneHint: text(
      '用芯片厂商的清单（.xlsx 或 .xls）导入，先校验，再决定导入哪些行。',
      'Import the chip manufacturer’s list (.xlsx or .xls). It is validated first; then you choose which rows to import.',
    ),
    n: text('{n} 张eSIM卡', '{n} eSIM {n|card|cards}'),
    subject: SUBJECT,
  },
  broughtBy: ({ id }) => `/esimManagement/esimCardList?importBatchId=${id}`,
  OverWrong: ({ batch }) => <WarnedRows batch={batch} subject={SUBJECT} />,
});

/** Imports delivered chips into the stock from the manufacturer's list. */
export default function ImportEsimCards() {
  return <EsimImports desk={CHIPS} />;
}
