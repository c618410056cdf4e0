import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { CheckIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import './import.css';

const DONE = text('已完成', 'Done');

/** Where somebody is on a way of several steps. */
export function Steps(props: { label: string; steps: readonly string[]; current: number }) {
  const t = useText();
  return (
    <ol className="steps" aria-label={props.label}>
      {props.steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === props.current ? 'step' : undefined}
          className={classNames(at < props.current && 'is-done')}
        >
          <span className="steps-mark">
            {at < props.current ? (
              <>
                <CheckIcon size={12} />
                <span className="only-heard">{t(DONE)}</span>
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
