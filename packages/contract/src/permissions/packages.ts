import { subject } from './subject.ts';

export const PACKAGE_PERMISSIONS = [
  ...subject('systemPackage', '系统套餐', 'system packages', ['view', 'edit', 'shelf', 'export']),
  ...subject('flowConfig', '流量规格', 'data specifications', ['view', 'edit', 'enable']),
  ...subject('voiceConfig', '语音规格', 'voice specifications', ['view', 'edit', 'enable']),
  ...subject('periodicConfig', '周期规格', 'period specifications', ['view', 'edit', 'enable']),
  ...subject('limitStrategy', '限速策略', 'speed-limit strategies', ['view', 'edit', 'enable', 'export']),
  ...subject('packageDistribute', '套餐分配', 'package distribution', ['view', 'export'], {
    distribute: ['分配套餐', 'Distribute packages', 'money'],
    price: ['修改套餐分配价格', 'Change prices of packages', 'money'],
    recall: ['收回套餐', 'Recall packages', 'irreversible'],
  }),
] as const;
