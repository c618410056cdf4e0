import { screen, section } from '../declare.ts';

export const taskManagement = section(
  '/taskManagement',
  '任务管理',
  'Tasks',
  { icon: 'ScheduleOutlined', redirect: 'systemTask' },
  [
    screen('systemTask', '系统任务', 'System tasks', 'list', 'Task', 'systemTask.view'),
    screen('downloadTask', '下载任务', 'Downloads', 'list', 'DownloadTask', 'downloadTask.view'),
  ],
);
