import { verbs } from '@cardinal/contract/words.ts';
import { useCopy } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { OneTimeDialog } from '../../../kit/OneTimeDialog.tsx';
import { RECOVERY_WORDS, RecoveryCodeList } from '../../../parts/identity/RecoveryCodeList.tsx';

/** Shown once: stays until the user confirms that they are saved. */
export function RecoveryCodes(props: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  const copy = useCopy();
  return (
    <OneTimeDialog
      title={t(RECOVERY_WORDS.title)}
      note={t(RECOVERY_WORDS.why)}
      once={t(RECOVERY_WORDS.once)}
      kept={t(RECOVERY_WORDS.kept)}
      actions={
        <button type="button" className="button" onClick={() => copy(props.codes.join('\n'))}>
          {t(verbs.copyAll)}
        </button>
      }
      onClose={props.onClose}
    >
      <RecoveryCodeList codes={props.codes} />
    </OneTimeDialog>
  );
}
