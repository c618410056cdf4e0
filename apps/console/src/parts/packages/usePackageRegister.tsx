import type { shelveSystemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { shelfWords } from './shelfWords.ts';

const UnpublishSheet = lazy(() => import('./UnpublishSheet.tsx'));

type Row = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly shelfState: PackageShelf;
  readonly distributed: number;
  /** What fills pools is on none. */
  readonly onCards?: number;
};
type Picked = { kind: string; ids?: readonly string[] };
const { on, off } = PackageShelf.values;

const LOOKS = {
  shelfState: { 1: { shape: 'disc', tone: 'good' }, 0: { shape: 'square', tone: 'neutral' } },
} as const;

/**
 * What all registers of packages have: the shelf, for one package (`steps`) and for several, where taking off shows what waits
 * (`sheet`); and that only what nobody was given and no card has is deleted.
 */
export function usePackageRegister<R extends Row>(endpoint: typeof shelveSystemPackages) {
  const t = useText();
  const shelving = useChange(endpoint);
  const [leaving, setLeaving] = useState<{ readonly ids: readonly string[]; readonly done: () => void }>();
  const question = (n: number) => ({
    title: t(shelfWords.on, { n }),
    body: <p>{t(shelfWords.onNote)}</p>,
    confirm: t(verbs.publish),
  });
  const publish = async (ids: readonly string[], done: () => void) => {
    if (!(await confirmFirst(question(ids.length)))) return;
    const answer = await shelving.run({ body: { ids: [...ids], shelfState: on } });
    if (!answer) return;
    if (answer.done > 0) toast.success(t(shelfWords.done, { n: answer.done }));
    const [first] = answer.failed;
    if (first) toast.warning(first.words);
    done();
  };
  const bulk = [on, off].map((shelfState) => ({
    key: String(shelfState),
    label: shelfState === on ? verbs.publish : verbs.unpublish,
    call: endpoint,
    isDanger: shelfState === off,
    onPick: ({ ids = [] }: Picked, done: () => void) =>
      shelfState === on ? void publish(ids, done) : setLeaving({ ids, done }),
  }));
  const steps: readonly Step<R>[] = [
    {
      key: 'publish',
      label: verbs.publish,
      isOffered: ({ shelfState }) => shelfState === off,
      runs: ({ id, name }) =>
        runOf(
          endpoint,
          { ids: [id], shelfState: on },
          { done: text(`${name} 已上架`, `${name} published`), ask: question(1) },
        ),
    },
    {
      key: 'unpublish',
      label: verbs.unpublish,
      call: endpoint,
      isDanger: true,
      isOffered: ({ shelfState }) => shelfState === on,
      opens: (row, close) => <UnpublishSheet endpoint={endpoint} of={[row]} onClose={close} />,
    },
  ];
  const sheet: ReactNode = leaving ? (
    <Suspense fallback={null}>
      <UnpublishSheet
        endpoint={endpoint}
        of={{ ids: leaving.ids }}
        onDone={leaving.done}
        onClose={() => setLeaving(undefined)}
      />
    </Suspense>
  ) : null;
  return {
    steps,
    sheet,
    shared: {
      looks: LOOKS,
      bulk,
      rowName: ({ name }: R) => name,
      isDeletable: ({ distributed, onCards = 0 }: R) => distributed === 0 && onCards === 0,
      deleteNote: ({ code }: R, said: Say) => said(sentences.codeIsGone, { code }),
    },
  };
}
