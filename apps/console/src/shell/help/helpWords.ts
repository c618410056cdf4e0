import { text } from '@cardinal/primitives/text.ts';

export const HELP = text('本页说明', 'About this page');
export const MANUAL_FAILED = text('手册加载失败', 'Failed to load the manual');
