import type { ReactNode } from 'react';

export type Question = {
  readonly title: string;
  readonly body?: ReactNode;
  /** The button's label: «停机 37 张卡». */
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly typedCount?: number | undefined;
};
type Asked = Question & { readonly id: number; readonly answer: (isConfirmed: boolean) => void };

let asked: readonly Asked[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export const questions = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => asked,
};

/** Asks for confirmation: `if (await confirmFirst({…})) …`. */
export function confirmFirst(question: Question): Promise<boolean> {
  return new Promise((done) => {
    const id = nextId;
    nextId += 1;
    const answer = (isConfirmed: boolean) => {
      asked = asked.filter((each) => each.id !== id);
      tell();
      done(isConfirmed);
    };
    // In the next task: the key that led here (Esc on a sheet) would close the question immediately.
    setTimeout(() => {
      asked = [...asked, { ...question, id, answer }];
      tell();
    });
  });
}
