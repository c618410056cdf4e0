import { useEffect, useState } from 'preact/hooks';
import { bindCard, Refusal } from './api.ts';
import { t } from './language.ts';
import { go } from './pages.ts';
import { words } from './words.ts';

const NUMBER = /^[0-9A-Fa-f]{5,32}$/;

/** A number that was scanned is added at once; one that is typed when it is sent. */
export function AddCard({ number, changed }: { number: string | undefined; changed: () => void }) {
  const [typed, setTyped] = useState(number ?? '');
  const [said, setSaid] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const add = async (asked: string) => {
    const plain = asked.replace(/\s/g, '');
    if (!NUMBER.test(plain)) return setSaid(t(words.numberWrong));
    setIsBusy(true);
    setSaid('');
    try {
      const { id } = await bindCard({ number: plain });
      go({ at: 'home', cardId: id }, 'replace');
      changed();
    } catch (error) {
      setSaid(error instanceof Refusal ? error.message : String(error));
      setIsBusy(false);
    }
  };
  useEffect(() => {
    if (number) void add(number);
  }, []);
  return (
    <form
      class="box"
      onSubmit={(event) => {
        event.preventDefault();
        void add(typed);
      }}
    >
      <label for="number">{t(words.number)}</label>
      <input
        id="number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        aria-describedby="number-note"
        aria-invalid={said !== ''}
      />
      <p id="number-note" class={said ? 'wrong' : 'soft small'} role={said ? 'alert' : undefined}>
        {said || t(words.addNote)}
      </p>
      <button type="submit" class="go wide" disabled={isBusy}>
        {t(words.add)}
      </button>
    </form>
  );
}
