import { type Text, text } from '@cardinal/primitives/text.ts';
import { HELP_BUTTON } from './helpWords.ts';

export type TourStep = {
  /** The element it speaks of; a step whose element is not there is left out. */
  readonly target: string;
  readonly title: Text;
  readonly words: Text;
};

export const TOUR_STEPS: readonly TourStep[] = [
  {
    target: '.header-search',
    title: text('随处查找', 'Find from anywhere'),
    words: text(
      '输入页面名称，或号码中的任意 4 位。按 Ctrl K 打开。',
      'Type the name of a page, or any four digits of a number. Ctrl K opens it.',
    ),
  },
  {
    target: '.filters',
    title: text('筛选列表', 'Filter a list'),
    words: text(
      '按号码或条件筛选；列表上方的数字也是筛选。常用条件可存为视图。',
      'Filter by numbers or conditions; the figures above are filters too. Save what you use often as a view.',
    ),
  },
  {
    target: 'tbody .tick, li .tick',
    title: text('选择并操作', 'Select and act'),
    words: text(
      '勾选卡后，底部出现停机、复机等操作；提交前先看预检。',
      'Tick cards, and stop, restart and other actions appear at the bottom. A preview comes before anything is sent.',
    ),
  },
  {
    target: '#task-tray',
    title: text('跟踪任务', 'Follow tasks'),
    words: text(
      '批量操作、导入和导出在后台执行，进度和文件在这里。',
      'Batches, imports and exports run in the background. Their progress and files are here.',
    ),
  },
  {
    target: `#${HELP_BUTTON}`,
    title: text('每页都有说明', 'Help on every page'),
    words: text(
      '按 ? 查看本页说明、使用手册，或重新开始导览。',
      'Press ? for what a page is for, for the manual, or to take this tour again.',
    ),
  },
];
