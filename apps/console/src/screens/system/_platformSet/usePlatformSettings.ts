import { readPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useRead } from '../../../kit/useRead.ts';

export const SETTINGS_SAVED = text('平台设置已保存，下一次请求起生效', 'Saved; takes effect on the next request');

export const usePlatformSettings = () => useRead(readPlatformSettings, {}, { staleTime: 0 });
