import type { EsimCause, EsimOperationKind } from '@cardinal/contract/enumerations/esim.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { NumberFact } from '../../esim/face.ts';

/** What a notification point means for a number, and which kind of operation it belongs to. */
export type PointMeaning = {
  readonly words: Text;
  readonly about: EsimOperationKind;
  /** For a success; null: information only. */
  readonly fact: NumberFact | null;
  /** Whether a failure here is final. */
  readonly endsWhenFailed: boolean;
};

const POINTS: Readonly<Record<number, PointMeaning>> = {
  1: { words: text('资格检查', 'Eligibility check'), about: 'download', fact: 'eligible', endsWhenFailed: false },
  2: { words: text('下载失败', 'Download failed'), about: 'download', fact: null, endsWhenFailed: true },
  3: { words: text('码号包下载', 'Profile download'), about: 'download', fact: 'downloaded', endsWhenFailed: true },
  4: { words: text('安装', 'Installation'), about: 'download', fact: 'installed', endsWhenFailed: true },
  5: { words: text('已删除', 'Deleted'), about: 'delete', fact: 'deleted', endsWhenFailed: false },
  101: { words: text('已启用', 'Enabled'), about: 'enable', fact: 'enabled', endsWhenFailed: false },
  102: { words: text('已禁用', 'Disabled'), about: 'disable', fact: 'disabled', endsWhenFailed: false },
};

export function meaningOf(point: number): PointMeaning {
  const known = POINTS[point];
  if (known) return known;
  const words = text(`通知点 ${point}`, `Notification point ${point}`);
  return { words, about: 'download', fact: null, endsWhenFailed: false };
}

/** The resulting fact of the number; null: information only. */
export function factOf(point: number, isSuccess: boolean): NumberFact | null {
  const { fact, endsWhenFailed } = meaningOf(point);
  if (!isSuccess) return endsWhenFailed ? 'failed' : null;
  return fact;
}

const CAUSES: Readonly<Record<number, EsimCause>> = { 1: 'fallback', 3: 'local', 4: 'reset', 6: 'deviceChange' };
/** EuiccEvent of SGP.32 as a cause; any other counts as an action of the device. */
export const causeOf = (event: number): EsimCause => CAUSES[event] ?? 'local';
