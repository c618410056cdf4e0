import type { StatementState } from '@cardinal/contract/enumerations/statement.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

/** What is said of statements in more than one file of the screens. */
export const statementWords = {
  title: text('对账', 'Statements'),
  explain: verbs.explain,
};

export const DAY_LOOKS: Readonly<Record<StatementState, StatusLook>> = {
  matched: { shape: 'disc', tone: 'good' },
  differs: { shape: 'half', tone: 'bad' },
  waiting: { shape: 'ring', tone: 'neutral' },
  lost: { shape: 'cross', tone: 'bad' },
};
