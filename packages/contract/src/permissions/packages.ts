import { subject } from './subject.ts';

export const PACKAGE_PERMISSIONS = [
  ...subject('flowConfig', '流量规格', 'data specifications', ['view', 'edit', 'enable']),
  ...subject('voiceConfig', '语音规格', 'voice specifications', ['view', 'edit', 'enable']),
  ...subject('periodicConfig', '周期规格', 'period specifications', ['view', 'edit', 'enable']),
];
