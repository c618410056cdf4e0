import { useEffect, useState } from 'preact/hooks';
import { Refusal } from './api.ts';

const ASK_MS = 2_000;
/** After this long without news it is asked less often. */
const PATIENT_MS = 60_000;

/**
 * What is asked again and again while it moves, by itself; the page may be closed meanwhile. Offline it goes on asking; `again`
 * begins anew. `ask` and `moves` are those of a module, not made anew each time.
 */
export function useFollowed<T>(id: string, ask: (id: string) => Promise<T>, moves: (answer: T) => boolean) {
  const [followed, setFollowed] = useState<T>();
  const [error, setError] = useState<Refusal>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const since = Date.now();
    const look = async () => {
      try {
        const answer = await ask(id);
        if (!isCurrent) return;
        setFollowed(answer);
        setError(undefined);
        if (!moves(answer)) return;
      } catch (failed) {
        if (!isCurrent) return;
        setError(failed instanceof Refusal ? failed : new Refusal('offline', String(failed)));
        if (failed instanceof Refusal && failed.kind !== 'offline') return;
      }
      timer = setTimeout(look, Date.now() - since > PATIENT_MS ? ASK_MS * 5 : ASK_MS);
    };
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, turn]);
  return { followed, error, again: () => setTurn((n) => n + 1) };
}
