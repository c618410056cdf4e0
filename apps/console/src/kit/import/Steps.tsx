import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { CheckIcon, CloseIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import './import.css';

const DONE = text('已完成', 'Done');
const STOPPED = text('停在这一步', 'Stopped here');

/** The current step of several, or the step at which it was aborted. */
export function Steps(props: { label: string; steps: readonly string[]; current: number; isStopped?: boolean }) {
  const t = useText();
  return (
    <ol className="steps" aria-label={props.label}>
      {props.steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === props.current ? 'step' : undefined}
          className={classNames(
            at < props.current && 'is-done',
            props.isStopped && at === props.current && 'is-stopped',
          )}
        >
          <span className="steps-mark">
            {at < props.current ? (
              <>
                <CheckIcon size={12} />
                <span className="only-heard">{t(DONE)}</span>
              </>
            ) : props.isStopped && at === props.current ? (
              <>
                <CloseIcon size={12} />
                <span className="only-heard">{t(STOPPED)}</span>
              </>
            ) : (
              at + 1
            )}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
