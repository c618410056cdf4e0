import { enumeration, type ValueOf } from './enumeration.ts';

// Five similar enumerations: each has its own numbers and labels, so none may replace another.

export const UploadOrClear = enumeration('uploadOrClear', '上传或清除', 'Upload or clear', {
  upload: { value: 1, zh: '上传', en: 'Upload' },
  clear: { value: 2, zh: '清除', en: 'Clear' },
});
export type UploadOrClear = ValueOf<typeof UploadOrClear>;

export const OpenOrClose = enumeration('openOrClose', '开关', 'Switch', {
  open: { value: 1, zh: '开启', en: 'Open' },
  close: { value: 0, zh: '关闭', en: 'Close' },
});
export type OpenOrClose = ValueOf<typeof OpenOrClose>;

export const Enable = enumeration('enable', '启用状态', 'Enabled', {
  enabled: { value: 1, zh: '启用', en: 'Enabled' },
  disabled: { value: 0, zh: '停用', en: 'Disabled' },
});
export type Enable = ValueOf<typeof Enable>;

/** 0 is *supported* here. */
export const Support = enumeration('support', '是否支持', 'Support', {
  supported: { value: 0, zh: '支持', en: 'Supported' },
  unsupported: { value: 1, zh: '不支持', en: 'Not supported' },
});
export type Support = ValueOf<typeof Support>;

export const TriggerState = enumeration('triggerState', '触发状态', 'Trigger state', {
  untriggered: { value: 0, zh: '未触发', en: 'Untriggered' },
  triggered: { value: 1, zh: '已触发', en: 'Triggered' },
  unknown: { value: 2, zh: '未知', en: 'Unknown' },
});
export type TriggerState = ValueOf<typeof TriggerState>;
