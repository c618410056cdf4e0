import { text } from '@cardinal/primitives/text.ts';
import { byteAmount } from '@cardinal/ui/amounts.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { classNames } from '@cardinal/ui/classNames.ts';
import { CheckIcon, CloseIcon, UploadIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type CheckedFile, checkFile, type FileDemand } from './upload/checkFile.ts';
import './upload/upload.css';

const words = {
  pick: text('选择文件', 'Choose a file'),
  drop: text('或拖到这里', 'or drop it here'),
  takes: text('{extensions}，不超过 {size}', '{extensions}, up to {size}'),
  reading: text('正在读取 {percent}%', 'Reading {percent}%'),
  sending: text('正在上传 {percent}%', 'Uploading {percent}%'),
  take: text('换一个文件', 'Another file'),
  remove: text('移除 {name}', 'Remove {name}'),
  checked: text('内容已校验', 'Content checked'),
};

function Meter(props: { share: number; words: string }) {
  const percent = Math.round(props.share * 100);
  return (
    <div className="upload-meter">
      <div
        role="progressbar"
        aria-label={props.words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="meter"
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <span>{props.words}</span>
    </div>
  );
}

function Chosen(props: { checked: CheckedFile; isLocked: boolean; onRemove: () => void; onAgain: () => void }) {
  const t = useText();
  const { file, sha256 } = props.checked;
  const size = byteAmount(file.size);
  return (
    <div className="upload-chosen">
      <CheckIcon />
      <div className="upload-facts">
        <b title={file.name}>{file.name}</b>
        <span>
          {size.value} {size.unit} · {t(words.checked)} · SHA-256 <code title={sha256}>{sha256.slice(0, 12)}…</code>
          <CopyButton value={sha256} label="SHA-256" />
        </span>
      </div>
      {props.isLocked ? null : (
        <>
          <TextButton onClick={props.onAgain}>{t(words.take)}</TextButton>
          <button
            type="button"
            className="icon-button icon-button-small"
            aria-label={t(words.remove, { name: file.name })}
            onClick={props.onRemove}
          >
            <CloseIcon size={14} />
          </button>
        </>
      )}
    </div>
  );
}

/**
 * Takes one file: by a click, by the keyboard or by dropping it. Type, size and content are checked here, each with its own
 * message, and the file is hashed before anything is sent. `sent` is the share sent so far.
 */
export function UploadField(props: {
  /** Left out in a form's field, which labels the control of this `id` itself. */
  label?: string;
  id?: string;
  isRequired?: boolean;
  demand: FileDemand;
  value: CheckedFile | undefined;
  onValue: (value: CheckedFile | undefined) => void;
  /** Called while the file is being read: a form sent meanwhile would lack it. */
  onReading?: (isReading: boolean) => void;
  problem?: string | undefined;
  help?: ReactNode;
  /** 0 to 1 while it is being sent; the file can then no longer be changed. */
  sent?: number | undefined;
}) {
  const { demand, value, onValue, sent } = props;
  const t = useText();
  const made = useId();
  const id = props.id ?? `${made}-file`;
  const input = useRef<HTMLInputElement>(null);
  const reading = useRef<AbortController>(undefined);
  const [readShare, setReadShare] = useState<number>();
  const [own, setOwn] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const isLocked = sent !== undefined;
  const problem = own ?? props.problem;
  useEffect(() => () => reading.current?.abort(), []);

  const tellShare = (share: number | undefined) => {
    setReadShare(share);
    props.onReading?.(share !== undefined);
  };
  const take = async (file: File | undefined) => {
    if (!file || isLocked) return;
    reading.current?.abort();
    const turn = new AbortController();
    reading.current = turn;
    setOwn(undefined);
    onValue(undefined);
    tellShare(0);
    try {
      const verdict = await checkFile(file, demand, { progress: setReadShare, signal: turn.signal });
      if (turn.signal.aborted) return;
      tellShare(undefined);
      if (verdict.isGood) return onValue(verdict.checked);
      setOwn(t(verdict.problem.text, verdict.problem.facts));
    } catch (error) {
      if (!turn.signal.aborted) throw error;
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const open = () => input.current?.click();
  const limit = byteAmount(demand.maxBytes);
  const takes = t(words.takes, {
    extensions: demand.extensions.map((each) => `.${each}`).join(' / '),
    size: `${limit.value} ${limit.unit}`,
  });

  return (
    <div className="field">
      {props.label === undefined ? null : (
        <label htmlFor={id}>
          {props.label}
          {props.isRequired ? (
            <Span ink="danger" aria-hidden="true">
              *
            </Span>
          ) : null}
        </label>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        className={classNames('upload', isOver && 'is-over', problem && 'is-bad')}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(!isLocked);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className="only-heard"
          accept={demand.extensions.map((each) => `.${each}`).join(',')}
          disabled={isLocked}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-takes${problem ? ` ${id}-problem` : ''}`}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // The same file may be chosen again after it was corrected.
            event.target.value = '';
          }}
        />
        {value ? (
          <Chosen checked={value} isLocked={isLocked} onRemove={() => onValue(undefined)} onAgain={open} />
        ) : readShare === undefined ? (
          <div className="upload-empty">
            <UploadIcon size={20} />
            <span>
              <TextButton onClick={open} tabIndex={-1}>
                {t(words.pick)}
              </TextButton>{' '}
              {t(words.drop)}
            </span>
            <small id={`${id}-takes`}>{takes}</small>
          </div>
        ) : (
          <Meter share={readShare} words={t(words.reading, { percent: Math.round(readShare * 100) })} />
        )}
        {sent === undefined ? null : (
          <Meter share={sent} words={t(words.sending, { percent: Math.round(sent * 100) })} />
        )}
      </div>
      {problem ? (
        <span className="field-error" id={`${id}-problem`} role="alert">
          {problem}
        </span>
      ) : null}
      {props.help ? <span className="field-help">{props.help}</span> : null}
    </div>
  );
}
