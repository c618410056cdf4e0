import { text } from '@cardinal/primitives/text.ts';
import type { Explanation, Explanations } from '../../shell/help/explanation.ts';

const detail: Explanation = {
  purpose: text(
    '一颗 eSIM 芯片：其上的码号、进行中的操作和历史。',
    'One eSIM chip: the numbers on it, the running operation and its history.',
  ),
  terms: ['esimCard', 'codeNumber', 'writeNumber', 'fallback'],
  figures: text(
    '芯片上的内容以最近一次读取或上报为准；一颗芯片同时只执行一个操作。',
    'What is on the chip is known from its last audit or report. A chip carries out one operation at a time.',
  ),
  tasks: [
    text('写号、启用、停用或删除码号。', 'Write, enable, disable or delete a number.'),
    text('读取芯片，核对其上的码号清单。', 'Audit the chip to compare its own list of numbers.'),
    text('设置后备码号。', 'Choose the fallback number.'),
  ],
  manual: 'esim',
};
const sheetImport = (zh: string, en: string): Explanation => ({
  purpose: text(zh, en),
  terms: ['import', 'esimCard', 'codeNumber'],
  figures: text(
    '每个批次给出总行数、可导入行数和错误行数；错误行可下载。',
    'Each batch says how many rows there are, how many can be imported and how many are wrong. Wrong rows can be downloaded.',
  ),
  tasks: [
    text('下载模板，填写后上传并校验。', 'Download the template, fill it in, upload and check it.'),
    text('核对结果后确认导入。', 'Look at the result and confirm.'),
  ],
  manual: 'esim',
});

export default {
  '/esimManagement/codeNumberList': {
    purpose: text(
      '管理可写入芯片的码号及其库存。',
      'Manages the numbers that can be written to chips, and their stock.',
    ),
    terms: ['codeNumber', 'writeNumber', 'overdue', 'esimCard'],
    figures: text(
      '上方数字各是一个筛选：库存、已绑定、超期未下载、在芯片上未启用。状态随供应商和芯片的上报更新。',
      'Each figure is a filter: in stock, bound, not downloaded in time, on a chip but not enabled. States follow the reports of suppliers and chips.',
    ),
    tasks: [
      text('把码号绑定到芯片并写号。', 'Bind a number to a chip and write it.'),
      text('把未使用的码号解绑，退回库存。', 'Unbind unused numbers so that they return to stock.'),
    ],
    manual: 'esim',
  },
  '/esimManagement/esimCardList': {
    purpose: text('管理 eSIM 芯片，以及其上正在使用的码号。', 'Manages eSIM chips and the number each of them uses.'),
    terms: ['esimCard', 'codeNumber', 'fallback', 'strategy'],
    figures: text(
      '上方数字各是一个筛选：无码号、操作失败、正在使用后备码号。',
      'Each figure is a filter: without a number, with a failed operation, on the fallback number.',
    ),
    tasks: [
      text('按 EID 或 EID 段查找芯片。', 'Find chips by EID or by a segment of EIDs.'),
      text('对选中的芯片写号、启用或绑定策略。', 'Write or enable numbers of ticked chips, or bind a strategy.'),
    ],
    manual: 'esim',
  },
  '/esimManagement/esimCardDetail/:eid': detail,
  '/esimManagement/esimCardDetailGj/:eid': detail,
  '/esimManagement/esimCardImport': sheetImport('用表格导入 eSIM 芯片。', 'Imports eSIM chips from a sheet.'),
  '/esimManagement/codeNumberImport': sheetImport(
    '用表格导入供应商交付的码号。',
    'Imports the numbers a supplier has delivered, from a sheet.',
  ),
  '/esimManagement/numberingStrategy': {
    purpose: text(
      '制定规则：芯片首次写哪个码号，何时切换。',
      'Sets the rules for the first number of a chip and for later switches.',
    ),
    terms: ['strategy', 'firing', 'codeNumber', 'fallback'],
    figures: text(
      '影子模式只记录决定，不执行；触发记录写明每次决定的原因。',
      'In shadow mode decisions are recorded and not carried out. Each firing says why it was decided.',
    ),
    tasks: [
      text('新建策略，先以影子模式运行。', 'Add a strategy and run it in shadow mode first.'),
      text(
        '用「模拟」查看芯片移动到某国会怎样。',
        'Use “Simulate a move” to see what a chip would do in another country.',
      ),
      text('在触发记录中核对实际决定。', 'Check the actual decisions under “Firings”.'),
    ],
    manual: 'esim',
  },
} satisfies Explanations;
