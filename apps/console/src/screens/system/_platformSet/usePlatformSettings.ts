import { editPlatformSettings, readPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import type { SiteSettings } from '@cardinal/contract/siteSettings.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import { type FieldProblems, FORM_ERROR, problemsOf } from '../../../kit/formProblems.ts';
import { refusedFields } from '../../../kit/refusedFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { toast } from '../../../shell/toasts.ts';

const SAVED = text('平台设置已保存，下一次请求起生效', 'Saved; counts from the next request');

export const usePlatformSettings = () => useRead(readPlatformSettings, {}, { staleTime: 0 });

/** Saves the whole document as it was read with one part changed; answers what is wrong with it, or nothing. */
export function useSaveSettings(): {
  isRunning: boolean;
  save: (version: number, settings: SiteSettings) => Promise<FieldProblems | undefined>;
} {
  const t = useText();
  const saving = useChange(editPlatformSettings, { isSilent: true });
  const save = async (version: number, settings: SiteSettings) => {
    const body = { version, settings };
    const found = problemsOf(editPlatformSettings.body, body, t);
    if (found) {
      toast.warning(t(FORM_ERROR));
      return found;
    }
    try {
      await saving.run({ body });
      toast.success(t(SAVED));
      return undefined;
    } catch (error) {
      return refusedFields(error) ?? { '': (error as Error).message };
    }
  };
  return { isRunning: saving.isRunning, save };
}
