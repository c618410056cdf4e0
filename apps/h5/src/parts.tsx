import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refusal } from './api.ts';
import { switchLanguage, t } from './language.ts';
import { words } from './words.ts';

export type Read<T> = { readonly data?: T; readonly error?: Refusal; readonly again: () => void };

/** Reads once and again on demand; the old answer stays while a new one is on its way. */
export function useRead<T>(find: () => Promise<T>, deps: readonly unknown[]): Read<T> {
  const [state, setState] = useState<{ data?: T; error?: Refusal }>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    find().then(
      (data) => isCurrent && setState({ data }),
      (error: unknown) =>
        isCurrent &&
        setState((before) => ({
          ...before,
          error: error instanceof Refusal ? error : new Refusal('offline', String(error)),
        })),
    );
    return () => {
      isCurrent = false;
    };
  }, [...deps, turn]);
  return { ...state, again: () => setTurn((n) => n + 1) };
}

export function Waiting() {
  return (
    <div class="waiting" role="status">
      <span class="unseen">{t(words.loading)}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

export function Trouble({ error, again }: { error: Refusal; again: () => void }) {
  return (
    <div class="box trouble" role="alert">
      <p>{error.message}</p>
      <button type="button" onClick={again}>
        {t(words.again)}
      </button>
    </div>
  );
}

export function Head({ title, back }: { title: string; back?: () => void }) {
  return (
    <header>
      {back && (
        <button type="button" class="plain back" onClick={back} aria-label={t(words.back)}>
          ‹
        </button>
      )}
      <h1>{title}</h1>
    </header>
  );
}

export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren] | false | null)[] }) {
  return (
    <dl>
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]}>
              <dt>{row[0]}</dt>
              <dd>{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Switches to the other language; `switched` shows the page anew. */
export const OtherLanguage = ({ switched }: { switched: () => void }) => (
  <button
    type="button"
    class="plain"
    onClick={() => {
      switchLanguage();
      switched();
    }}
  >
    {t(words.other)}
  </button>
);
