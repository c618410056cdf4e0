import { type Text, text } from '@cardinal/primitives/text.ts';

type Group = { readonly key: string; readonly title: Text; readonly screens: readonly string[] };

/** The groups of the /system index; ungrouped screens are base data. */
const GROUPS: readonly Group[] = [
  {
    key: 'access',
    title: text('权限', 'Access'),
    screens: ['menu', 'menuSet', 'roleSys', 'platformSet', 'accountConfig', 'operationLog', 'errorLog'],
  },
  {
    key: 'carriers',
    title: text('通道', 'Carriers'),
    screens: ['platformConfig', 'communicationPlan', 'importCard', 'cardScopeImport', 'operatorList', 'engineManage'],
  },
  {
    key: 'messages',
    title: text('接口与消息', 'Open API and messages'),
    screens: [
      'apiManagement',
      'apiPermissionManage',
      'activePushConfig',
      'notiflyManage',
      'notiflyList',
      'smsConfig',
      'smsSendResult',
      'aliyunSecretManage',
    ],
  },
  { key: 'base', title: text('基础数据', 'Base data'), screens: [] },
];
const BASE = GROUPS.length - 1;

/** Entries of the section by group, without empty groups; in the menu's order. */
export function groupedBySubject<E extends { readonly path: string }>(
  entries: readonly E[],
): { readonly key: string; readonly title: Text; readonly entries: readonly E[] }[] {
  const groupOf = ({ path }: E) => {
    const found = GROUPS.findIndex(({ screens }) => screens.includes(path.replace('/system/', '')));
    return found < 0 ? BASE : found;
  };
  return GROUPS.map(({ key, title }, at) => ({
    key,
    title,
    entries: entries.filter((entry) => groupOf(entry) === at),
  })).filter((group) => group.entries.length > 0);
}
