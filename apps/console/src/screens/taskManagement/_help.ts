import { text } from '@cardinal/primitives/text.ts';
import type { Explanations } from '../../shell/help/explanation.ts';

export default {
  '/taskManagement/systemTask': {
    purpose: text(
      '跟踪后台任务：批量操作、导入、导出与撤销。',
      'Follows work in the background: batches, imports, exports and undo.',
    ),
    terms: ['task', 'confirmed', 'resultSheet', 'undo'],
    figures: text(
      '进度实时更新。「待运营商确认」表示已提交而运营商尚未确认，不算成功。',
      'Progress is live. What waits for the carrier has been requested and not yet confirmed; it does not count as done.',
    ),
    tasks: [
      text('打开任务，下载结果表查看失败原因。', 'Open a task and download its result sheet to see why items failed.'),
      text('重试失败项，或暂停、取消任务。', 'Retry failed items, or pause or cancel a task.'),
      text('审批超过限额的批量操作。', 'Approve batches above the limit.'),
    ],
    manual: 'tasks',
  },
  '/taskManagement/downloadTask': {
    purpose: text('取得导出的文件。', 'Holds the files your exports made.'),
    terms: ['download', 'task'],
    figures: text(
      '文件内容是生成时的数据；到过期时间后删除。标为敏感的文件含个人信息。',
      'A file holds the data of the time it was made, and is deleted when it expires. Sensitive files contain personal data.',
    ),
    tasks: [
      text('下载文件，或重新生成过期的文件。', 'Download a file, or make an expired one again.'),
      text('删除不再需要的文件。', 'Delete files you no longer need.'),
    ],
    manual: 'tasks',
  },
} satisfies Explanations;
